// Relationships that start at nodes of one label
// name:    exchange.relationships
// mode:    read
// grain:   one row per relationship
// law:     I4
// why:     Every relationship is told once, by the node that it starts from. Parallel ones, of several sessions, are in
//          no order here: whoever writes them down puts them in one.
// param    tenant :: STRING NOT NULL           whose data
// param    label :: STRING NOT NULL            label of the nodes that they start from
// param    ids :: LIST<STRING> NOT NULL        ids of these
// returns  start :: STRING NOT NULL            the node that it starts from
// returns  type :: STRING NOT NULL             its type
// returns  end :: STRING NOT NULL              the node that it leads to
// returns  labels :: LIST<STRING> NOT NULL     labels of that node
// returns  properties :: MAP NOT NULL          all its properties
// order:   start, type, end
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  WITH id WHERE $label = 'Session'
  MATCH (n:Session {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Observation'
  MATCH (n:Observation {id: id, tenant: $tenant})
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
  WITH id WHERE $label = 'Pruning'
  MATCH (n:Pruning {id: id, tenant: $tenant})
  RETURN n
  UNION ALL
  WITH id WHERE $label = 'Verdict'
  MATCH (n:Verdict {id: id, tenant: $tenant})
  RETURN n
}
MATCH (n)-[r:FROM|RECORDED_IN|IN_TOPIC|PRECEDES|ABOUT|ASSERTED_BY|IN_SESSION|CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS|RESTS_ON|MADE_IN|RETRACTS|AFFECTED|PRUNED|JUDGES]->(m)
RETURN n.id AS `start`, type(r) AS type, m.id AS `end`, labels(m) AS labels, properties(r) AS properties
ORDER BY `start`, type, `end`
