// Texts of messages of a session, in order
// name:    erase.windows
// mode:    read
// grain:   one row per message
// law:     R6
// why:     A message that is erased stood in the windows of its neighbours, and in those of messages that ended.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  id :: STRING NOT NULL               the message
// returns  line :: STRING NOT NULL             who says what
// returns  window :: STRING                    its text between its neighbours'
// returns  said :: BOOLEAN NOT NULL            whether its session says it still
// order:   position, id
CYPHER 25
MATCH (:Session {id: $session_id, tenant: $tenant})<-[:RECORDED_IN]-(n:Note)
RETURN n.id AS id, n.speaker + ': ' + n.text AS line, n.window AS window, n.ended_at IS NULL AS said
ORDER BY n.position, id
