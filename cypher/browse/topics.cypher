// Topics, their sessions, and the events of these
// name:    browse.topics
// mode:    read
// grain:   one row per session
// why:     How conversations and tasks hang together: topics join sessions that speak of the same, and sessions of one
//          group follow each other.
// param    tenant :: STRING NOT NULL           whose data
// param    limit :: INTEGER NOT NULL           sessions at most
// returns  session :: NODE NOT NULL            the session
// returns  joined :: LIST<NODE> NOT NULL       its topics and its claims that are events
// returns  relations :: LIST<RELATIONSHIP> NOT NULL  what joins them, and the session to the next
// order:   the latest start first, then by id
// example: :param {tenant: 'default', limit: 50}
CYPHER 25
MATCH (s:Session)
WHERE s.tenant = $tenant
ORDER BY s.started_at DESC, s.id
LIMIT toInteger($limit)
CALL (s) {
  CALL (s) {
    MATCH (s)-[r:IN_TOPIC]->(x:Topic)
    RETURN x, r
    UNION
    MATCH (s)<-[r:IN_SESSION]-(x:Event)
    RETURN x, r
    UNION
    MATCH (s)-[r:PRECEDES]->(x:Session)
    RETURN x, r
  }
  RETURN collect(x) AS joined, collect(r) AS relations
}
RETURN s AS session, joined, relations
ORDER BY s.started_at DESC, s.id
