// Sessions of a tenant in order of time
// name:    schema.session_started
// mode:    schema
// grain:   no rows
// law:     I4, T1
// why:     The sessions of a time are found without reading the others.
CYPHER 25
CREATE INDEX session_started IF NOT EXISTS
FOR (n:Session) ON (n.tenant, n.started_at)
