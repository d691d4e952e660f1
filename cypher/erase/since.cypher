// Which of these ids were erased after work on them began
// name:    erase.since
// mode:    read
// grain:   one row per id, and one per entity that went with its names
// law:     R6
// why:     What was read before an erasure is not written after it; what comes later is new. Of an entity nobody can tell
//          by ids where it is named, so all that was read before is refused.
// param    tenant :: STRING NOT NULL           whose data
// param    number :: INTEGER NOT NULL          erasures when the work began
// param    ids :: LIST<STRING> NOT NULL        what the work would write
// returns  id :: STRING NOT NULL               erased since
// order:   id
CYPHER 25
MATCH (e:Erasure)
WHERE e.tenant = $tenant AND e.recorded_at IS NOT NULL AND e.number > $number
UNWIND e.ids AS id
WITH DISTINCT id, e
WHERE id IN $ids OR e.target_kind = 'entity' AND id = e.target
RETURN DISTINCT id
ORDER BY id
