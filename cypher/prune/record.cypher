// Record an act of pruning
// name:    prune.record
// mode:    write
// grain:   no rows
// why:     Who pruned, when, and what was asked for; the claims are marked batch by batch.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the act
// param    older_than :: STRING NOT NULL       the age that was asked for
// param    below :: FLOAT NOT NULL             the confidence that was asked for
// param    by :: STRING                        who
CYPHER 25
CREATE (p:Pruning {id: $id, tenant: $tenant, older_than: $older_than, below: $below, by: $by, recorded_at: $now})
