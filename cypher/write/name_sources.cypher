// Name sources anew that have a title, an address or a date from a session
// name:    write.name_sources
// mode:    write
// grain:   no rows
// law:     I2, I3, R6
// why:     The earliest of the messages that are said gives a source each of these; where that is said no longer, the
//          earliest that is left does, or nothing.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        sources of the session's messages
// param    session_id :: STRING NOT NULL       a session that changed, or is no more
CYPHER 25
UNWIND $ids AS id
MATCH (s:Source {id: id, tenant: $tenant})
WHERE $session_id IN [split(s.title_key, '|')[1], split(s.uri_key, '|')[1], split(s.published_key, '|')[1]]
WITH s,
     head(COLLECT { MATCH (s)<-[:FROM]-(o:Observation) WHERE o.ended_at IS NULL AND o.source_title IS NOT NULL
                    RETURN o ORDER BY o.source_key LIMIT 1 }) AS t,
     head(COLLECT { MATCH (s)<-[:FROM]-(o:Observation) WHERE o.ended_at IS NULL AND o.source_uri IS NOT NULL
                    RETURN o ORDER BY o.source_key LIMIT 1 }) AS u,
     head(COLLECT { MATCH (s)<-[:FROM]-(o:Observation) WHERE o.ended_at IS NULL AND o.source_published_at IS NOT NULL
                    RETURN o ORDER BY o.source_key LIMIT 1 }) AS p
SET s.title = t.source_title, s.title_key = t.source_key, s.uri = u.source_uri, s.uri_key = u.source_key,
    s.published_at = p.source_published_at, s.published_grain = p.source_published_grain, s.published_key = p.source_key
