// Record an erasure: ids and counts, no words
// name:    erase.record
// mode:    write
// grain:   no rows
// law:     R6
// why:     Who erased what and when can be shown afterwards, and work begun before can be told that it is gone; nothing of
//          what was erased can be read from it.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the erasure
// param    number :: INTEGER NOT NULL         how many erasures the tenant has seen with it
// param    target :: STRING NOT NULL           what was asked for
// param    target_kind :: STRING NOT NULL      observation, source, session, claim or entity
// param    by :: STRING                        who
// param    ids :: LIST<STRING> NOT NULL        everything that went
// param    counts :: MAP NOT NULL              how many of each kind went
CYPHER 25
CREATE (e:Erasure {id: $id})
SET e += $counts
SET e.tenant = $tenant, e.number = $number, e.target = $target, e.target_kind = $target_kind, e.by = $by, e.ids = $ids, e.recorded_at = $now
