// UPDATES relations by the session that stated them
// name:    schema.updates_session
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Retracting a session finds its relations without reading the others.
CYPHER 25
CREATE INDEX updates_session IF NOT EXISTS
FOR ()-[r:UPDATES]-() ON (r.session_id)
