// A session as linking finds it
// name:    link.session
// mode:    read
// grain:   one row
// why:     Whoever has its turn looks again whether the session still waits: another may have linked it.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  link_state :: STRING                waiting, unasked or linked
// returns  distilled_with :: STRING            what its claims are from
// returns  asked :: STRING                     what a model was asked about it last, as a hash
// returns  linked_with :: STRING               model that was asked last
// returns  topic_id :: STRING                  the topic it is in
// order:   one row
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
RETURN s.link_state AS link_state, s.distilled_with AS distilled_with, s.link_asked AS asked, s.linked_with AS linked_with,
       COLLECT { MATCH (s)-[:IN_TOPIC]->(t:Topic) RETURN t.id ORDER BY t.id LIMIT 1 }[0] AS topic_id
