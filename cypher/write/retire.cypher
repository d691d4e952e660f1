// Take from claims what reasons that ended had given them
// name:    write.retire
// mode:    write
// grain:   no rows
// law:     I2, I3
// why:     A claim that nobody gives a reason for any more stays on record with the words it had, takes no place in a
//          search, but of what was known before, and is worded by whoever states it next. What a claim is about is what its reasons name.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    ids :: LIST<STRING> NOT NULL        ids of claims
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH c, COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.ended_at IS NULL RETURN a.about } AS named
FOREACH (_ IN CASE WHEN size(named) = 0 THEN [1] ELSE [] END |
  SET c.former_embedding = coalesce(c.embedding, c.pruned_embedding, c.former_embedding)
  REMOVE c.embedding, c.tenant_token, c.pruned_embedding, c.pruned_token, c.wording_key)
WITH c, named
WHERE size(named) > 0
MATCH (c)-[r:ABOUT]->(e:Entity)
WHERE r.ended_at IS NULL AND none(one IN named WHERE (r.role + ':' + e.id) IN one)
SET r.ended_at = $now
