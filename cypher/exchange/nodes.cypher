// Nodes of one label with all their properties
// name:    exchange.nodes
// mode:    read
// grain:   one row per node
// law:     I4
// why:     An export is everything that the store holds, derived figures and vectors too, so that what is read after an
//          import is what was read before.
// param    tenant :: STRING NOT NULL           whose data
// param    label :: STRING NOT NULL            which nodes
// param    ids :: LIST<STRING> NOT NULL        their ids
// returns  id :: STRING NOT NULL               the node
// returns  labels :: LIST<STRING> NOT NULL     all its labels
// returns  properties :: MAP NOT NULL          all its properties
// order:   id
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  WITH id WHERE $label = 'Source'
  MATCH (n:Source {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Session'
  MATCH (n:Session {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Topic'
  MATCH (n:Topic {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Observation'
  MATCH (n:Observation {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Entity'
  MATCH (n:Entity {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Claim'
  MATCH (n:Claim {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Assertion'
  MATCH (n:Assertion {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Retraction'
  MATCH (n:Retraction {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Erasure'
  MATCH (n:Erasure {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Pruning'
  MATCH (n:Pruning {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Verdict'
  MATCH (n:Verdict {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Calibration'
  MATCH (n:Calibration {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Item'
  MATCH (n:Item {id: id, tenant: $tenant})
  RETURN n
}
RETURN n.id AS id, labels(n) AS labels, properties(n) AS properties
ORDER BY id
