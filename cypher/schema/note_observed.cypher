// Messages of a tenant in order of time
// name:    schema.note_observed
// mode:    schema
// grain:   no rows
// law:     I4, T1
// why:     The latest message is found without reading the others.
CYPHER 25
CREATE INDEX note_observed IF NOT EXISTS
FOR (n:Note) ON (n.tenant, n.observed_at)
