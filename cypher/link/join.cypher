// Put a session into a topic
// name:    link.join
// mode:    write
// grain:   no rows
// law:     I1
// why:     A topic goes by the session that started it. What the session is about is kept on it, so that leaving takes away just that.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    topic_id :: STRING NOT NULL         the topic, which may be new
// param    size :: INTEGER NOT NULL            sessions in it then
// param    centre :: LIST<FLOAT> NOT NULL      its centre then
// param    vector :: LIST<FLOAT> NOT NULL      what the session is about
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
MERGE (t:Topic {id: $topic_id})
SET t.tenant = $tenant, t.size = $size
MERGE (s)-[r:IN_TOPIC]->(t)
SET r.method = 'linked'
WITH s, t
CALL db.create.setNodeVectorProperty(s, 'embedding', $vector)
CALL db.create.setNodeVectorProperty(t, 'embedding', $centre)
