// ENABLES relations by the session that stated them
// name:    schema.enables_session
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Retracting a session finds its relations without reading the others.
CYPHER 25
CREATE INDEX enables_session IF NOT EXISTS
FOR ()-[r:ENABLES]-() ON (r.session_id)
