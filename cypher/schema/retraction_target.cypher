// Retractions by what they take back
// name:    schema.retraction_target
// mode:    schema
// grain:   no rows
// law:     I4
// why:     An act on something that was erased is found by the id it had.
CYPHER 25
CREATE INDEX retraction_target IF NOT EXISTS
FOR (n:Retraction) ON (n.tenant, n.target)
