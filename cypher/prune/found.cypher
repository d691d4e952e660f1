// Claims that may be pruned
// name:    prune.found
// mode:    read
// grain:   one row
// law:     R2, T5
// why:     A claim of validity 0 is unsupported or superseded; it is old when no reason for it was recorded since a time,
//          by the store's clock, nor given again after its session had gone without it.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING>                 among these; null for all
// param    since :: ZONED DATETIME NOT NULL    what had a reason recorded after this is too young
// param    below :: FLOAT NOT NULL             what has this confidence or more is kept
// returns  ids :: LIST<STRING> NOT NULL        ids of the claims, those that rest on others first
// order:   one row
CYPHER 25
CALL {
  WITH $ids AS ids
  WHERE ids IS NULL
  MATCH (c:Claim)
  WHERE c.tenant = $tenant
  RETURN c
  UNION ALL
  UNWIND $ids AS id
  MATCH (c:Claim {id: id, tenant: $tenant})
  RETURN c
}
WITH c
WHERE c.validity = 0.0 AND c.confidence < $below AND NOT c:Pruned AND NOT EXISTS {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.recorded_at > $since OR a.gaps[-1] > $since
}
WITH c.id AS id
ORDER BY c.rank DESC, id
RETURN collect(id) AS ids
