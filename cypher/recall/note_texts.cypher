// The messages that a ranking chose
// name:    recall.note_texts
// mode:    read
// grain:   one row per note
// why:     Texts are fetched for the few notes that are shown, not for all that were ranked.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of notes
// returns  id :: STRING NOT NULL               the note
// returns  external_id :: STRING NOT NULL      the caller's id of the message
// returns  session_id :: STRING NOT NULL       its session
// returns  session_external_id :: STRING NOT NULL  the caller's id of the session
// returns  group :: STRING                     conversation the session belongs to
// returns  speaker :: STRING NOT NULL          who said it
// returns  text :: STRING NOT NULL             what was said
// returns  sent_at :: ZONED DATETIME           when
// returns  source_title :: STRING              title of its document or tool
// returns  source_kind :: STRING NOT NULL      document, tool or speaker
// returns  source_external_id :: STRING NOT NULL  the caller's id of its source
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (n:Observation {id: id, tenant: $tenant})-[:RECORDED_IN]->(s:Session)
MATCH (n)-[:FROM]->(source:Source)
RETURN n.id AS id, n.external_id AS external_id, s.id AS session_id, s.external_id AS session_external_id, s.group AS group,
       n.speaker AS speaker, n.text AS text, n.observed_at AS sent_at,
       source.title AS source_title, source.kind AS source_kind, source.external_id AS source_external_id
ORDER BY id
