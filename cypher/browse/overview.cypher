// The newest claims, with the reasons for each and what these rest on
// name:    browse.overview
// mode:    read
// grain:   one row per claim
// why:     A picture to begin with: a claim, its assertions, and the observations, sources and claims under them.
// param    tenant :: STRING NOT NULL           whose data
// param    limit :: INTEGER NOT NULL           claims at most
// returns  claim :: NODE NOT NULL              the claim
// returns  grounds :: LIST<NODE> NOT NULL      its assertions, what these rest on, and the sources of that
// returns  relations :: LIST<RELATIONSHIP> NOT NULL  what joins them
// order:   the newest first, then by id
// example: :param {tenant: 'default', limit: 25}
CYPHER 25
MATCH (c:Claim) USING INDEX c:Claim(tenant)
WHERE c.tenant = $tenant AND NOT c:Removed AND NOT c:Pruned
ORDER BY c.recorded_at DESC, c.id
LIMIT toInteger($limit)
CALL (c) {
  MATCH (c)-[by:ASSERTED_BY]->(a:Assertion)-[on:RESTS_ON]->(x)
  WHERE a.ended_at IS NULL
  OPTIONAL MATCH (x)-[of:FROM]->(s:Source)
  RETURN collect(DISTINCT a) + collect(DISTINCT x) + collect(DISTINCT s) AS grounds,
         collect(DISTINCT by) + collect(DISTINCT on) + collect(DISTINCT of) AS relations
}
RETURN c AS claim, grounds, relations
ORDER BY c.recorded_at DESC, c.id
