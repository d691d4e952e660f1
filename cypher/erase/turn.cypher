// Fill the logs of the store, or take away what filled them
// name:    erase.turn
// mode:    write
// grain:   no rows
// law:     R6
// why:     What was erased stands in the transaction log until newer entries push it out; this pushes.
// param    tenant :: STRING NOT NULL           whose data
// param    filler :: LIST<STRING>              of no meaning; null to take it away
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.filler = $filler
