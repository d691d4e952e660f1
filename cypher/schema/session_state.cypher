// Sessions of a tenant by their state
// name:    schema.session_state
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Sessions that failed are found without reading the others, and a tenant's sessions without another's.
CYPHER 25
CREATE INDEX session_state IF NOT EXISTS
FOR (n:Session) ON (n.tenant, n.state)
