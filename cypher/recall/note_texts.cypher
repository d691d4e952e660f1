// The messages that a ranking chose
// name:    recall.note_texts
// mode:    read
// grain:   one row
// why:     Texts are fetched for the few notes that are shown, not for all that were ranked.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of notes
// returns  notes :: LIST<MAP> NOT NULL         id, external_id, session_id, session_external_id, group, speaker, text and sent_at (ISO 8601) of each
// order:   one row
CYPHER 25
UNWIND range(0, size($ids) - 1) AS place
MATCH (n:Observation {id: $ids[place]})-[:RECORDED_IN]->(s:Session)
WITH place, n, s
WHERE n.tenant = $tenant
ORDER BY place
RETURN collect({id: n.id, external_id: n.external_id, session_id: s.id, session_external_id: s.external_id, group: s.group,
                speaker: n.speaker, text: n.text, sent_at: toString(n.observed_at)}) AS notes
