// What of each session no claim rests on
// name:    recall.coverage
// mode:    read
// grain:   one row per session
// law:     S1
// why:     A message is covered when a reason that counts cites it. What was taken back or is said no longer is no message
//          that a claim could rest on.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING>                 ids of sessions; null for all
// returns  id :: STRING NOT NULL               the session
// returns  external_id :: STRING NOT NULL      the caller's id of it
// returns  title :: STRING                     its title
// returns  started_at :: ZONED DATETIME        when it began
// returns  messages :: INTEGER NOT NULL        its live messages
// returns  missed :: LIST<MAP> NOT NULL        of these, those no claim rests on: id, external_id, position, speaker, text
// order:   started_at (unknown last), external_id, id
CYPHER 25
MATCH (s:Session)
WHERE s.tenant = $tenant AND ($ids IS NULL OR s.id IN $ids)
CALL (s) {
  MATCH (s)<-[:RECORDED_IN]-(n:Note)
  WHERE n.ended_at IS NULL AND NOT n:Retracted
  WITH n, EXISTS { (n)<-[:RESTS_ON]-(a:Assertion WHERE a.state <> 'void') } AS covered
  ORDER BY n.position, n.id
  RETURN count(n) AS messages,
         collect(CASE WHEN NOT covered THEN n {.id, .external_id, .position, .speaker, .text} END) AS missed
}
RETURN s.id AS id, s.external_id AS external_id, s.title AS title, s.started_at AS started_at, messages, missed
ORDER BY started_at, external_id, id
