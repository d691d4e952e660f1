// A claim and everything that its provenance is made of
// name:    exchange.below
// mode:    read
// grain:   one row per node
// law:     S1
// why:     The reasons for the claim, what they rest on down to observations and through claims, the sources of these, the
//          sessions that recorded and claimed them, and the acts that took any of it back, undone ones too. Reasons that
//          their session gives no longer are part of it, as they are of an explanation.
// param    tenant :: STRING NOT NULL           whose data
// param    claim :: STRING NOT NULL            a claim
// returns  labels :: LIST<STRING> NOT NULL     labels of the node
// returns  id :: STRING NOT NULL               the node
// returns  degree :: INTEGER NOT NULL          relationships that start there
// order:   id
CYPHER 25
MATCH (top:Claim {id: $claim, tenant: $tenant})
CALL (top) {
  RETURN top AS x
  UNION
  MATCH (top)-[:ASSERTED_BY|RESTS_ON]->+(x)
  RETURN DISTINCT x
}
WITH collect(x) AS grounds
CALL (grounds) {
  UNWIND grounds AS x
  RETURN x
  UNION
  UNWIND grounds AS x
  MATCH (x)-[:FROM|RECORDED_IN|MADE_IN]->(from)
  RETURN from AS x
}
WITH collect(x) AS told
CALL (told) {
  UNWIND told AS n
  RETURN n
  UNION
  UNWIND told AS x
  MATCH (x)<-[:RETRACTS]-(n:Retraction)
  RETURN n
}
RETURN labels(n) AS labels, n.id AS id, COUNT { (n)-->() } AS degree
ORDER BY id
