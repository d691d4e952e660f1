// Which of these ids were erased after work on them began
// name:    erase.since
// mode:    read
// grain:   one row per id
// law:     R6
// why:     What was read before an erasure is not written after it; what comes later is new.
// param    tenant :: STRING NOT NULL           whose data
// param    number :: INTEGER NOT NULL          erasures when the work began
// param    ids :: LIST<STRING> NOT NULL        what the work would write
// returns  id :: STRING NOT NULL               erased since
// order:   id
CYPHER 25
MATCH (e:Erasure)
WHERE e.tenant = $tenant AND e.recorded_at IS NOT NULL AND e.number > $number
UNWIND e.ids AS id
WITH DISTINCT id
WHERE id IN $ids
RETURN id
ORDER BY id
