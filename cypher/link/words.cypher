// What the sessions of a topic speak of
// name:    link.words
// mode:    read
// grain:   one row per session
// law:     R6
// why:     A topic is called by words of its own sessions and of no other, so that it can be called anew when one is erased.
// param    tenant :: STRING NOT NULL           whose data
// param    topic_id :: STRING NOT NULL         the topic
// param    limit :: INTEGER NOT NULL           sessions at most, the earliest
// returns  id :: STRING NOT NULL               the session
// returns  by :: STRING                        what read it
// returns  names :: LIST<STRING> NOT NULL      entities as it names them, one a reason
// returns  texts :: LIST<STRING> NOT NULL      what it claims, or its messages where it claims nothing
// order:   id
CYPHER 25
MATCH (:Topic {id: $topic_id, tenant: $tenant})<-[:IN_TOPIC]-(s:Session)
WITH s ORDER BY s.link_key LIMIT $limit
WITH s, COLLECT { MATCH (s)<-[:MADE_IN]-(a:Assertion) WHERE a.ended_at IS NULL RETURN a ORDER BY a.id } AS reasons
RETURN s.id AS id, s.distilled_with AS by, reduce(names = [], a IN reasons | names + coalesce(a.entity_names, [])) AS names,
       CASE WHEN size(reasons) > 0 THEN [a IN reasons | a.statement] ELSE
         COLLECT { MATCH (s)<-[:RECORDED_IN]-(n:Note) WHERE n.ended_at IS NULL RETURN n.text ORDER BY n.id } END AS texts
ORDER BY id
