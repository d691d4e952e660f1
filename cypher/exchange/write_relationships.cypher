// Write relationships of an import
// name:    exchange.write_relationships
// mode:    write
// grain:   no rows
// law:     I4
// why:     Types and labels are of a closed list that was checked before; both ends are nodes of the tenant.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per relationship: type, start and end with their labels, properties
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE row.start_label = 'Session'
  MATCH (a:Session {id: row.`start`, tenant: $tenant})
  RETURN a
  UNION ALL
  WITH row WHERE row.start_label = 'Observation'
  MATCH (a:Observation {id: row.`start`, tenant: $tenant})
  RETURN a
  UNION ALL
  WITH row WHERE row.start_label = 'Claim'
  MATCH (a:Claim {id: row.`start`, tenant: $tenant})
  RETURN a
  UNION ALL
  WITH row WHERE row.start_label = 'Assertion'
  MATCH (a:Assertion {id: row.`start`, tenant: $tenant})
  RETURN a
  UNION ALL
  WITH row WHERE row.start_label = 'Retraction'
  MATCH (a:Retraction {id: row.`start`, tenant: $tenant})
  RETURN a
  UNION ALL
  WITH row WHERE row.start_label = 'Pruning'
  MATCH (a:Pruning {id: row.`start`, tenant: $tenant})
  RETURN a
  UNION ALL
  WITH row WHERE row.start_label = 'Verdict'
  MATCH (a:Verdict {id: row.`start`, tenant: $tenant})
  RETURN a
}
CALL (row) {
  WITH row WHERE row.end_label = 'Source'
  MATCH (b:Source {id: row.`end`, tenant: $tenant})
  RETURN b
  UNION ALL
  WITH row WHERE row.end_label = 'Session'
  MATCH (b:Session {id: row.`end`, tenant: $tenant})
  RETURN b
  UNION ALL
  WITH row WHERE row.end_label = 'Topic'
  MATCH (b:Topic {id: row.`end`, tenant: $tenant})
  RETURN b
  UNION ALL
  WITH row WHERE row.end_label = 'Observation'
  MATCH (b:Observation {id: row.`end`, tenant: $tenant})
  RETURN b
  UNION ALL
  WITH row WHERE row.end_label = 'Entity'
  MATCH (b:Entity {id: row.`end`, tenant: $tenant})
  RETURN b
  UNION ALL
  WITH row WHERE row.end_label = 'Claim'
  MATCH (b:Claim {id: row.`end`, tenant: $tenant})
  RETURN b
  UNION ALL
  WITH row WHERE row.end_label = 'Assertion'
  MATCH (b:Assertion {id: row.`end`, tenant: $tenant})
  RETURN b
}
CREATE (a)-[r:$(row.type)]->(b)
SET r = row.properties
