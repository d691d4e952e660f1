// What was erased, by whom and when, in ids and counts
// name:    audit.erasures
// mode:    read
// grain:   one row per act of erasing
// law:     R6
// why:     An erasure leaves no text: what stays on record is who erased what, and how much went with it.
// param    tenant :: STRING NOT NULL           whose data
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// returns  erasure_id :: STRING NOT NULL       the act
// returns  target_id :: STRING NOT NULL        what was to be erased
// returns  target_kind :: STRING NOT NULL      source, session, observation, claim or entity
// returns  by :: STRING                        who
// returns  observations :: INTEGER NOT NULL    messages that went
// returns  assertions :: INTEGER NOT NULL      reasons that went
// returns  claims :: INTEGER NOT NULL          claims that went
// returns  relations :: INTEGER NOT NULL       relations that went
// returns  entities :: INTEGER NOT NULL        entities that went
// returns  sources :: INTEGER NOT NULL         sources that went
// returns  sessions :: INTEGER NOT NULL        sessions that went
// returns  topics :: INTEGER NOT NULL          topics that went
// order:   recorded_at, erasure_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (e:Erasure)
USING INDEX e:Erasure(tenant, recorded_at)
WHERE e.tenant = $tenant AND e.recorded_at IS NOT NULL
RETURN e.recorded_at AS recorded_at, e.id AS erasure_id, e.target AS target_id, e.target_kind AS target_kind, e.by AS by,
       e.observations AS observations, e.assertions AS assertions, e.claims AS claims, e.relations AS relations,
       e.entities AS entities, e.sources AS sources, e.sessions AS sessions, e.topics AS topics
ORDER BY recorded_at, erasure_id
