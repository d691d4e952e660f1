// The erasure that was asked for by an id
// name:    erase.recorded
// mode:    read
// grain:   at most one row
// law:     R6
// why:     Whoever was interrupted between erasing and purging asks again, and finds what was done.
// param    tenant :: STRING NOT NULL           whose data
// param    target :: STRING NOT NULL           what was erased
// returns  erasure :: STRING NOT NULL          the latest record of it
// returns  target_kind :: STRING NOT NULL      observation, source, session, claim or entity
// returns  counts :: MAP NOT NULL              how many of each kind went
// order:   one row
CYPHER 25
MATCH (e:Erasure)
WHERE e.tenant = $tenant AND e.recorded_at IS NOT NULL AND e.target = $target
WITH e ORDER BY e.number DESC LIMIT 1
RETURN e.id AS erasure, e.target_kind AS target_kind,
       {observations: e.observations, assertions: e.assertions, claims: e.claims, relations: e.relations, entities: e.entities,
        sources: e.sources, sessions: e.sessions, topics: e.topics} AS counts
