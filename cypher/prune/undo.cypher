// Record that an act of pruning was undone
// name:    prune.undo
// mode:    write
// grain:   no rows
// law:     R4
// why:     The act stays on record with the time it was undone.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the act
CYPHER 25
MATCH (p:Pruning {id: $id, tenant: $tenant})
SET p.undone_at = coalesce(p.undone_at, $now)
