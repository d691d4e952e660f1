// Delete observations
// name:    erase.observations
// mode:    write
// grain:   no rows
// law:     R6
// why:     With their text go their vectors, and their places in every index.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of observations
CYPHER 25
UNWIND $ids AS id
MATCH (o:Observation {id: id, tenant: $tenant})
DETACH DELETE o
