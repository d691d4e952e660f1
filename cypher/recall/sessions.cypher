// Sessions that a question is about, with their messages
// name:    recall.sessions
// mode:    read
// grain:   one row per session
// law:     P1, P5, R2, R5, T8, I4
// why:     A question about what was settled in some time, or in some sessions, is answered from all their claims, which
//          rest on their messages, and not from those alone that are worded like the question. A summary rests on every
//          message of its session, so it goes with any that is taken back, or with a claim made of them; one that has
//          ended was gone before the summary was written, and whoever asks of a time is told none that knows what was said
//          later. The index has the sessions of a time. What summary was there at an earlier time is not kept.
// param    tenant :: STRING NOT NULL           whose data
// param    since :: ZONED DATETIME             sessions that started then or later; null for those of `ids`
// param    until :: ZONED DATETIME             and before then
// param    ids :: LIST<STRING> NOT NULL        sessions, where no time is given
// param    most :: INTEGER NOT NULL            sessions, the latest
// param    as_of :: ZONED DATETIME             nothing that started or was said later; null for the latest
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  id :: STRING NOT NULL               the session
// returns  external_id :: STRING NOT NULL      the caller's id of it
// returns  title :: STRING                     its title
// returns  summary :: STRING                   what the model that read it said of it; null where a part of it was taken back or said after as_of, and of what was known at a time
// returns  started_at :: ZONED DATETIME        when it started
// returns  notes :: LIST<STRING> NOT NULL      its live messages in order
// order:   started_at, id
CYPHER 25
CALL {
  MATCH (s:Session)
  USING INDEX s:Session(tenant, started_at)
  WHERE s.tenant = $tenant AND s.started_at >= $since AND s.started_at < $until
  RETURN s
  UNION
  UNWIND $ids AS id
  MATCH (s:Session {id: id, tenant: $tenant})
  USING INDEX s:Session(id)
  WHERE $since IS NULL
  RETURN s
}
WITH s
WHERE ($as_of IS NULL OR s.started_at IS NULL OR s.started_at <= $as_of)
  AND (($known_at IS NULL AND NOT s:Retracted)
    OR (s.recorded_at <= $known_at AND NOT EXISTS {
      MATCH (s)<-[:RETRACTS]-(r:Retraction) WHERE r.recorded_at <= $known_at AND coalesce(r.undone_at > $known_at, true)
    }))
WITH s ORDER BY s.started_at DESC, s.id LIMIT $most
RETURN s.id AS id, s.external_id AS external_id, s.title AS title,
       CASE WHEN $known_at IS NULL AND NOT EXISTS { (s)<-[:RECORDED_IN]-(n:Note) WHERE n.ended_at IS NULL AND (n:Retracted OR n.observed_at > $as_of) }
         AND NOT EXISTS { (s)<-[:MADE_IN]-(a:Assertion) WHERE a.state = 'void' AND a.ended_at IS NULL }
         THEN s.summary END AS summary,
       s.started_at AS started_at,
       COLLECT { MATCH (s)<-[:RECORDED_IN]-(n:Note)
                 WHERE ($as_of IS NULL OR n.observed_at IS NULL OR n.observed_at <= $as_of)
                   AND (($known_at IS NULL AND NOT n:Retracted AND n.ended_at IS NULL)
                     OR (n.recorded_at <= $known_at AND coalesce(n.ended_at > $known_at, true)
                       AND none(i IN range(0, size(coalesce(n.gaps, [])) - 2, 2) WHERE n.gaps[i] <= $known_at AND $known_at < n.gaps[i + 1])
                       AND NOT EXISTS {
                         MATCH (n)-[:FROM|RECORDED_IN]->{0,1}(t)<-[:RETRACTS]-(r:Retraction)
                         WHERE r.recorded_at <= $known_at AND coalesce(r.undone_at > $known_at, true)
                       }))
                 RETURN n.id ORDER BY n.position, n.id } AS notes
ORDER BY started_at, id
