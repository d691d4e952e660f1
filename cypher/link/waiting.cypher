// Sessions in a state of linking, in the order in which they are linked
// name:    link.waiting
// mode:    read
// grain:   one row per session
// law:     I3
// why:     The order is that of their start, then of their ids; the index has it, so a page costs a page however many wait.
// param    tenant :: STRING NOT NULL           whose data
// param    state :: STRING NOT NULL            waiting, or unasked for those that a model was not asked about
// param    after :: STRING NOT NULL            place in the order; only later ones are given
// param    limit :: INTEGER NOT NULL           sessions at most
// returns  id :: STRING NOT NULL               the session
// returns  link_key :: STRING NOT NULL         its place in the order
// order:   link_key
CYPHER 25
MATCH (s:Session)
USING INDEX s:Session(tenant, link_state, link_key)
WHERE s.tenant = $tenant AND s.link_state = $state AND s.link_key > $after
RETURN s.id AS id, s.link_key AS link_key
ORDER BY s.tenant, s.link_state, s.link_key LIMIT $limit
