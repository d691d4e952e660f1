// Hide claims under an act of pruning
// name:    prune.mark
// mode:    write
// grain:   no rows
// why:     A pruned claim takes no place in a search: what the search indexes hold of it is put aside, to be put back
//          as it was.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               id of the act
// param    ids :: LIST<STRING> NOT NULL        ids of claims
CYPHER 25
MATCH (p:Pruning {id: $id, tenant: $tenant})
UNWIND $ids AS claim
MATCH (c:Claim {id: claim, tenant: $tenant})
CREATE (p)-[:PRUNED]->(c)
SET c:Pruned, c.pruned_token = c.tenant_token, c.pruned_embedding = c.embedding
REMOVE c.tenant_token, c.embedding
