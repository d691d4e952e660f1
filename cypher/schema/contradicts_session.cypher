// CONTRADICTS relations by the session that stated them
// name:    schema.contradicts_session
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Retracting a session finds its relations without reading the others.
CYPHER 25
CREATE INDEX contradicts_session IF NOT EXISTS
FOR ()-[r:CONTRADICTS]-() ON (r.session_id)
