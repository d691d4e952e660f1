// Sessions of a group in order of time
// name:    schema.session_chronology
// mode:    schema
// grain:   no rows
// law:     I4
// why:     A session finds its neighbours in time without reading its group.
CYPHER 25
CREATE INDEX session_chronology IF NOT EXISTS
FOR (n:Session) ON (n.tenant, n.group, n.started_at)
