// What an act of pruning hides
// name:    prune.hidden
// mode:    read
// grain:   at most one row
// why:     What was shown again since, because it was stated anew or holds again, is hidden by it no longer.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               id of the act
// returns  older_than :: STRING NOT NULL       the age that was asked for
// returns  below :: FLOAT NOT NULL             the confidence that was asked for
// returns  ids :: LIST<STRING> NOT NULL        ids of the claims, in order
// order:   one row
CYPHER 25
MATCH (p:Pruning {id: $id, tenant: $tenant})
RETURN p.older_than AS older_than, p.below AS below, COLLECT {
         MATCH (p)-[r:PRUNED]->(c:Claim) WHERE r.shown_at IS NULL RETURN c.id ORDER BY c.id
       } AS ids
