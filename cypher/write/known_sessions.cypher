// Sessions that are stored already, with the hash of what was stored
// name:    write.known_sessions
// mode:    read
// grain:   one row per session found
// law:     I2
// why:     The same input again changes nothing: a session whose content hash is the stored one is not read further; another
//          content brings what is stored up to date.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sessions
// returns  session_id :: STRING NOT NULL       the session
// returns  content_hash :: STRING NOT NULL     of its stored content
// returns  distilled_with :: STRING            where its claims are from
// returns  state :: STRING NOT NULL            stored or failed
// returns  context_hash :: STRING              of what it says for all its messages
// returns  retracted :: BOOLEAN NOT NULL       whether it or something of it is retracted
// order:   session_id
CYPHER 25
UNWIND $ids AS id
MATCH (s:Session {id: id, tenant: $tenant})
RETURN s.id AS session_id,
       s.content_hash AS content_hash, s.distilled_with AS distilled_with, s.state AS state, s.context_hash AS context_hash,
       s:Retracted OR EXISTS {
         MATCH (s)<-[:RECORDED_IN|MADE_IN]-(said)
         WITH said, said:Retracted AS taken // where nothing or little is retracted, the planner would start there, at all of it
         WHERE taken AND said.ended_at IS NULL
         RETURN said
       } AS retracted
ORDER BY session_id
