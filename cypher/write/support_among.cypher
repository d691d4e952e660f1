// How these claims rest on each other
// name:    write.support_among
// mode:    read
// grain:   one row per pair
// law:     S3
// why:     An assertion that would close a cycle is refused before it is written; the pairs say what a new support
//          could close. A pair of them is given where no third of them lies between, so claims that are stated again
//          all together cost one step each.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  upper :: STRING NOT NULL            claim above
// returns  lower :: STRING NOT NULL            claim it rests on, directly or through others
// order:   upper, lower
CYPHER 25
UNWIND $ids AS id
MATCH (u:Claim {id: id, tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(below:Claim)
WHERE a.ended_at IS NULL
WITH below, collect(DISTINCT u) AS uppers
CALL (below) {
  RETURN below AS l
  UNION
  WITH below
  WHERE NOT below.id IN $ids
  MATCH (below) (()-[:ASSERTED_BY|RESTS_ON]->(x WHERE x.ended_at IS NULL)){1,} (l:Claim)
  RETURN DISTINCT l
}
WITH uppers, l
WHERE l.id IN $ids
UNWIND uppers AS u
RETURN DISTINCT u.id AS upper, l.id AS lower
ORDER BY upper, lower
