// Take sessions out of their topics
// name:    link.leave
// mode:    write
// grain:   one row per session that was in one
// law:     R6
// why:     They wait to be linked anew; what they were about goes with them.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sessions
// returns  session_id :: STRING NOT NULL       the session
// returns  topic_id :: STRING NOT NULL         the topic it was in
// returns  embedding :: LIST<FLOAT> NOT NULL   what it was about
// order:   topic_id, session_id
CYPHER 25
UNWIND $ids AS id
MATCH (s:Session {id: id, tenant: $tenant})
SET s.link_state = 'waiting'
REMOVE s.link_asked
WITH s
MATCH (s)-[r:IN_TOPIC]->(t:Topic)
WITH s, t, r, s.embedding AS embedding
DELETE r
REMOVE s.embedding
RETURN s.id AS session_id, t.id AS topic_id, embedding
ORDER BY topic_id, session_id
