// What an id names in this tenant
// name:    recall.kind
// mode:    read
// grain:   at most one row
// law:     I4
// why:     An id of another kind than a call takes is told apart from one that is unknown.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               any id
// returns  kind :: STRING NOT NULL             label of the node
// order:   kind
CYPHER 25
CALL {
  MATCH (n:Claim {id: $id}) RETURN n, 'claim' AS kind
  UNION
  MATCH (n:Observation {id: $id}) RETURN n, 'observation' AS kind
  UNION
  MATCH (n:Source {id: $id}) RETURN n, 'source' AS kind
  UNION
  MATCH (n:Session {id: $id}) RETURN n, 'session' AS kind
  UNION
  MATCH (n:Entity {id: $id}) RETURN n, 'entity' AS kind
  UNION
  MATCH (n:Assertion {id: $id}) RETURN n, 'assertion' AS kind
  UNION
  MATCH (n:Retraction {id: $id}) RETURN n, 'retraction' AS kind
  UNION
  MATCH (n:Verdict {id: $id}) RETURN n, 'verdict' AS kind
  UNION
  MATCH (n:Calibration {id: $id}) RETURN n, 'calibration' AS kind
  UNION
  MATCH (n:Erasure {id: $id}) RETURN n, 'erasure' AS kind
  UNION
  MATCH (n:Pruning {id: $id}) RETURN n, 'pruning' AS kind
}
WITH n, kind
WHERE n.tenant = $tenant
RETURN kind
ORDER BY kind
