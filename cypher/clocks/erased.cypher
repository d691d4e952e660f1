// How many things were erased after a time
// name:    clocks.erased
// mode:    read
// grain:   one row
// law:     T8, R6
// why:     What was erased since is absent from what was known then, and counted.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          a time; null for now
// returns  erased :: INTEGER NOT NULL          nodes of any kind
// order:   one row
CYPHER 25
MATCH (e:Erasure)
WHERE e.tenant = $tenant AND e.recorded_at > $known_at
RETURN coalesce(sum(size(e.ids)), 0) AS erased
