// Sessions that failed
// name:    audit.failed_sessions
// mode:    read
// grain:   one row per session
// law:     I2
// why:     What such a session says is not in the memory, or not yet: the reason says what to do, and the same input again
//          tries again.
// param    tenant :: STRING NOT NULL           whose data
// returns  session_id :: STRING NOT NULL       the session
// returns  session :: STRING NOT NULL          the caller's id of it
// returns  title :: STRING                     its title
// returns  started_at :: ZONED DATETIME        when it began
// returns  recorded_at :: ZONED DATETIME       when the store learned of it
// returns  distilled_with :: STRING            what was to read it
// returns  reason :: STRING                    why it failed; its code stands before the colon
// returns  reply :: STRING                     what a chat model replied that could not be used
// order:   recorded_at, session_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (s:Session)
USING INDEX s:Session(tenant, state)
WHERE s.tenant = $tenant AND s.state = 'failed'
RETURN s.id AS session_id, s.external_id AS session, s.title AS title, s.started_at AS started_at,
       s.recorded_at AS recorded_at, s.distilled_with AS distilled_with, s.reason AS reason,
       s.reply AS reply
ORDER BY recorded_at, session_id
