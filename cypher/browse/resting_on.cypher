// A source with everything that rests on it
// name:    browse.resting_on
// mode:    read
// grain:   one row per claim
// law:     R1
// why:     What would have to be looked at again if the source were taken back: the claims whose reasons reach it.
// param    tenant :: STRING NOT NULL           whose data
// param    source :: STRING NOT NULL           the caller's id of a source
// returns  claim :: NODE NOT NULL              the claim
// returns  grounds :: LIST<NODE> NOT NULL      its assertions, what these rest on, and the source
// returns  relations :: LIST<RELATIONSHIP> NOT NULL  what joins them
// order:   rank, then by id
// example: :param {tenant: 'default', source: 'PID-7'}
CYPHER 25
MATCH (source:Source {tenant: $tenant, external_id: $source})<-[:FROM]-(o:Observation)
WHERE o.ended_at IS NULL
MATCH (o) (()<-[:RESTS_ON|ASSERTED_BY]-(x WHERE x.ended_at IS NULL)){1,} (c:Claim)
WITH source, collect(DISTINCT c) AS resting, collect(DISTINCT o) AS seen
UNWIND resting AS c
CALL (c, source, resting, seen) {
  MATCH (c)-[by:ASSERTED_BY]->(a:Assertion)-[on:RESTS_ON]->(x)
  WHERE a.ended_at IS NULL AND (x IN resting OR x IN seen)
  OPTIONAL MATCH (x)-[of:FROM]->(source)
  RETURN collect(DISTINCT a) + collect(DISTINCT x) + [source] AS grounds,
         collect(DISTINCT by) + collect(DISTINCT on) + collect(DISTINCT of) AS relations
}
RETURN c AS claim, grounds, relations
ORDER BY c.rank, c.id
