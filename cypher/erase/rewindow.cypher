// Give messages new windows
// name:    erase.rewindow
// mode:    write
// grain:   no rows
// law:     R6
// why:     With its words a window changes its vector; a message that ended has none.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per message: id, window, and window_embedding or null
CYPHER 25
UNWIND $rows AS row
MATCH (n:Observation {id: row.id, tenant: $tenant})
SET n.window = row.window
WITH n, row
WHERE row.window_embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(n, 'window_embedding', row.window_embedding)
