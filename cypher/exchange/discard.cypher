// Take out what an unfinished import has written
// name:    exchange.discard
// mode:    write
// grain:   one row
// why:     Another file takes its place, or it is given up. Only a tenant that is being emptied for this very file loses
//          anything: as soon as lines of it are written, none do. Assertions may hang on no claim yet and are looked for
//          among all there are.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file for which it is emptied
// param    label :: STRING NOT NULL            which nodes
// param    limit :: INTEGER NOT NULL           nodes, at most
// returns  gone :: INTEGER NOT NULL            how many went
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
REMOVE t.turn
WITH t
WHERE t.importing = $sha256 AND t.imported IS NULL
CALL (t) {
  WITH t WHERE $label = 'Source'
  MATCH (n:Source) USING INDEX n:Source(tenant, external_id)
  WHERE n.tenant = $tenant AND n.external_id IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Session'
  MATCH (n:Session) USING INDEX n:Session(tenant)
  WHERE n.tenant = $tenant
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Topic'
  MATCH (n:Topic) USING INDEX n:Topic(tenant)
  WHERE n.tenant = $tenant
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Observation'
  MATCH (n:Observation) USING INDEX n:Observation(tenant)
  WHERE n.tenant = $tenant
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Entity'
  MATCH (n:Entity) USING INDEX n:Entity(tenant, key)
  WHERE n.tenant = $tenant AND n.key IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Claim'
  MATCH (n:Claim) USING INDEX n:Claim(tenant)
  WHERE n.tenant = $tenant
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Assertion'
  MATCH (n:Assertion) USING INDEX n:Assertion(id)
  WHERE n.id >= '' AND n.tenant = $tenant
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Retraction'
  MATCH (n:Retraction) USING INDEX n:Retraction(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Erasure'
  MATCH (n:Erasure) USING INDEX n:Erasure(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Pruning'
  MATCH (n:Pruning) USING INDEX n:Pruning(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Verdict'
  MATCH (n:Verdict) USING INDEX n:Verdict(tenant, recorded_at)
  WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Calibration'
  MATCH (n:Calibration) USING INDEX n:Calibration(tenant, model)
  WHERE n.tenant = $tenant AND n.model IS NOT NULL
  RETURN n
  UNION ALL
  WITH t WHERE $label = 'Item'
  MATCH (n:Item) USING INDEX n:Item(tenant, path)
  WHERE n.tenant = $tenant AND n.path IS NOT NULL
  RETURN n
}
WITH n
LIMIT $limit
DETACH DELETE n
RETURN count(*) AS gone
