// Sessions of a tenant by their state of linking, in the order in which they are linked
// name:    schema.session_linking
// mode:    schema
// grain:   no rows
// law:     I3
// why:     Those that wait are found in their order without sorting all of them.
CYPHER 25
CREATE INDEX session_linking IF NOT EXISTS
FOR (n:Session) ON (n.tenant, n.link_state, n.link_key)
