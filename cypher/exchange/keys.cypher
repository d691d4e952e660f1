// The next ids of one label, in order
// name:    exchange.keys
// mode:    read
// grain:   one row per node
// law:     I4
// why:     An export goes from id to id and holds a few of them at a time. They are found among the tenant's own, so
//          its work grows with the tenant and not with its neighbours in the store; an assertion is found by its claim.
// param    tenant :: STRING NOT NULL           whose data
// param    label :: STRING NOT NULL            which nodes
// param    after :: STRING NOT NULL            the last id that is done; empty at the start
// param    limit :: INTEGER NOT NULL           ids, at most
// returns  id :: STRING NOT NULL               the node
// returns  degree :: INTEGER NOT NULL          relationships that start there
// order:   id
CYPHER 25
CALL {
  WITH $label AS label WHERE label = 'Source'
  MATCH (n:Source) USING INDEX n:Source(tenant, external_id)
  WHERE n.tenant = $tenant AND n.external_id IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Session'
  MATCH (n:Session) USING INDEX n:Session(tenant)
  WHERE n.tenant = $tenant AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Topic'
  MATCH (n:Topic) USING INDEX n:Topic(tenant)
  WHERE n.tenant = $tenant AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Observation'
  MATCH (n:Observation) USING INDEX n:Observation(tenant)
  WHERE n.tenant = $tenant AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Entity'
  MATCH (n:Entity) USING INDEX n:Entity(tenant, key)
  WHERE n.tenant = $tenant AND n.key IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Claim'
  MATCH (n:Claim) USING INDEX n:Claim(tenant)
  WHERE n.tenant = $tenant AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Assertion'
  MATCH (c:Claim) USING INDEX c:Claim(tenant)
  WHERE c.tenant = $tenant
  MATCH (c)-[:ASSERTED_BY]->(n:Assertion)
  WHERE n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Retraction'
  MATCH (n:Retraction) USING INDEX n:Retraction(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Erasure'
  MATCH (n:Erasure) USING INDEX n:Erasure(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Pruning'
  MATCH (n:Pruning) USING INDEX n:Pruning(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Verdict'
  MATCH (n:Verdict) USING INDEX n:Verdict(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Calibration'
  MATCH (n:Calibration) USING INDEX n:Calibration(tenant, model)
  WHERE n.tenant = $tenant AND n.model IS NOT NULL AND n.id > $after
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Item'
  MATCH (n:Item) USING INDEX n:Item(tenant, path)
  WHERE n.tenant = $tenant AND n.path IS NOT NULL AND n.id > $after
  RETURN n
}
WITH n
ORDER BY n.id
LIMIT $limit
RETURN n.id AS id, COUNT { (n)-->() } AS degree
ORDER BY id
