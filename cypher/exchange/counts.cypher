// How many nodes of each label and relationships of each type a tenant has
// name:    exchange.counts
// mode:    read
// grain:   one row per label or type of which there is any
// law:     I4
// why:     The first line of an export says how much follows, so that what is missing is missed, and that a tenant is
//          empty is known before an import.
// param    tenant :: STRING NOT NULL           whose data
// returns  name :: STRING NOT NULL             a label or a type
// returns  many :: INTEGER NOT NULL            how many
// order:   name
CYPHER 25
CALL {
  MATCH (n:Source) USING INDEX n:Source(tenant, external_id)
  WHERE n.tenant = $tenant AND n.external_id IS NOT NULL
  RETURN 'Source' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Session) USING INDEX n:Session(tenant)
  WHERE n.tenant = $tenant
  RETURN 'Session' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Topic) USING INDEX n:Topic(tenant)
  WHERE n.tenant = $tenant
  RETURN 'Topic' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Observation) USING INDEX n:Observation(tenant)
  WHERE n.tenant = $tenant
  RETURN 'Observation' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Entity) USING INDEX n:Entity(tenant, key)
  WHERE n.tenant = $tenant AND n.key IS NOT NULL
  RETURN 'Entity' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Claim) USING INDEX n:Claim(tenant)
  WHERE n.tenant = $tenant
  RETURN 'Claim' AS name, count(n) AS many
  UNION ALL
  MATCH (c:Claim) USING INDEX c:Claim(tenant)
  WHERE c.tenant = $tenant
  MATCH (c)-[:ASSERTED_BY]->(n:Assertion)
  RETURN 'Assertion' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Retraction) USING INDEX n:Retraction(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN 'Retraction' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Erasure) USING INDEX n:Erasure(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN 'Erasure' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Pruning) USING INDEX n:Pruning(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN 'Pruning' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Verdict) USING INDEX n:Verdict(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN 'Verdict' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Calibration) USING INDEX n:Calibration(tenant, model)
  WHERE n.tenant = $tenant AND n.model IS NOT NULL
  RETURN 'Calibration' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Item) USING INDEX n:Item(tenant, path)
  WHERE n.tenant = $tenant AND n.path IS NOT NULL
  RETURN 'Item' AS name, count(n) AS many
  UNION ALL
  MATCH (n:Session) USING INDEX n:Session(tenant)
  WHERE n.tenant = $tenant
  UNWIND [['IN_TOPIC', COUNT { (n)-[:IN_TOPIC]->() }],
          ['PRECEDES', COUNT { (n)-[:PRECEDES]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
  UNION ALL
  MATCH (n:Observation) USING INDEX n:Observation(tenant)
  WHERE n.tenant = $tenant
  UNWIND [['FROM', COUNT { (n)-[:FROM]->() }],
          ['RECORDED_IN', COUNT { (n)-[:RECORDED_IN]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
  UNION ALL
  MATCH (n:Claim) USING INDEX n:Claim(tenant)
  WHERE n.tenant = $tenant
  UNWIND [['ABOUT', COUNT { (n)-[:ABOUT]->() }],
          ['ASSERTED_BY', COUNT { (n)-[:ASSERTED_BY]->() }],
          ['IN_SESSION', COUNT { (n)-[:IN_SESSION]->() }],
          ['CAUSES', COUNT { (n)-[:CAUSES]->() }],
          ['ENABLES', COUNT { (n)-[:ENABLES]->() }],
          ['PREVENTS', COUNT { (n)-[:PREVENTS]->() }],
          ['BEFORE', COUNT { (n)-[:BEFORE]->() }],
          ['UPDATES', COUNT { (n)-[:UPDATES]->() }],
          ['CONTRADICTS', COUNT { (n)-[:CONTRADICTS]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
  UNION ALL
  MATCH (c:Claim) USING INDEX c:Claim(tenant)
  WHERE c.tenant = $tenant
  MATCH (c)-[:ASSERTED_BY]->(n:Assertion)
  UNWIND [['RESTS_ON', COUNT { (n)-[:RESTS_ON]->() }],
          ['MADE_IN', COUNT { (n)-[:MADE_IN]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
  UNION ALL
  MATCH (n:Retraction) USING INDEX n:Retraction(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  UNWIND [['RETRACTS', COUNT { (n)-[:RETRACTS]->() }],
          ['AFFECTED', COUNT { (n)-[:AFFECTED]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
  UNION ALL
  MATCH (n:Pruning) USING INDEX n:Pruning(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  UNWIND [['PRUNED', COUNT { (n)-[:PRUNED]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
  UNION ALL
  MATCH (n:Verdict) USING INDEX n:Verdict(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  UNWIND [['JUDGES', COUNT { (n)-[:JUDGES]->() }]] AS counted
  RETURN counted[0] AS name, sum(counted[1]) AS many
}
WITH name, many
WHERE many > 0
RETURN name, many
ORDER BY name
