// Show pruned claims again
// name:    prune.show
// mode:    write
// grain:   no rows
// law:     R4
// why:     Exactly as before: what the search indexes had of them is put back. A claim that another act of pruning covers
//          keeps its label.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    id :: STRING                        the act that no longer hides them; null for every act
CYPHER 25
UNWIND $ids AS claim
MATCH (c:Claim {id: claim, tenant: $tenant})
CALL (c) {
  MATCH (c)<-[r:PRUNED]-(p:Pruning)
  WHERE r.shown_at IS NULL AND ($id IS NULL OR p.id = $id)
  SET r.shown_at = $now
}
WITH c
WHERE c:Pruned AND NOT EXISTS { MATCH (c)<-[r:PRUNED]-(:Pruning) WHERE r.shown_at IS NULL }
SET c.tenant_token = c.pruned_token, c.embedding = c.pruned_embedding
REMOVE c:Pruned, c.pruned_token, c.pruned_embedding
