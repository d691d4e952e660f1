// Provenance of a claim, down to messages and sources
// name:    browse.provenance
// mode:    read
// grain:   one row per claim that it rests on, itself included
// law:     S1, S3
// why:     What a claim rests on, through every level: the reasons for it, the claims and observations under these, and
//          the sources of those. Reasons that their session gave no longer are left out.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// returns  claim :: NODE NOT NULL              the claim, or one that it rests on
// returns  grounds :: LIST<NODE> NOT NULL      its assertions, what these rest on, and the sources of that
// returns  relations :: LIST<RELATIONSHIP> NOT NULL  what joins them
// order:   rank from the top, then by id
// example: :param {tenant: 'default', id: 'clm-...'}
CYPHER 25
MATCH (top:Claim {id: $id, tenant: $tenant})
CALL (top) {
  RETURN top AS c
  UNION
  MATCH (top) (()-[:ASSERTED_BY|RESTS_ON]->(x WHERE x.ended_at IS NULL)){1,} (c:Claim)
  RETURN DISTINCT c
}
CALL (c) {
  MATCH (c)-[by:ASSERTED_BY]->(a:Assertion)-[on:RESTS_ON]->(x)
  WHERE a.ended_at IS NULL
  OPTIONAL MATCH (x)-[of:FROM]->(s:Source)
  RETURN collect(DISTINCT a) + collect(DISTINCT x) + collect(DISTINCT s) AS grounds,
         collect(DISTINCT by) + collect(DISTINCT on) + collect(DISTINCT of) AS relations
}
RETURN c AS claim, grounds, relations
ORDER BY c.rank DESC, c.id
