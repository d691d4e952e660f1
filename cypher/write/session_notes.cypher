// Messages of sessions as they are stored
// name:    write.session_notes
// mode:    read
// grain:   one row per note
// law:     I2
// why:     A session that is sent again with other messages is compared with what is stored of it; what it said before
//          and no longer says is listed too, since it may be said again.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sessions
// returns  session_id :: STRING NOT NULL       the session
// returns  id :: STRING NOT NULL               the note
// returns  ended :: BOOLEAN NOT NULL           whether the session says it no longer
// returns  content_hash :: STRING              of the message with all that was said of it
// returns  position :: INTEGER NOT NULL        its place
// returns  speaker :: STRING NOT NULL          who says it
// returns  source_id :: STRING NOT NULL        what it is from
// returns  window :: STRING NOT NULL           its text between its neighbours'
// order:   session_id, id
CYPHER 25
UNWIND $ids AS id
MATCH (s:Session {id: id, tenant: $tenant})<-[:RECORDED_IN]-(n:Note)-[:FROM]->(source:Source)
RETURN s.id AS session_id, n.id AS id, n.ended_at IS NOT NULL AS ended, n.content_hash AS content_hash,
       n.position AS position, n.speaker AS speaker, source.id AS source_id, n.window AS window
ORDER BY session_id, id
