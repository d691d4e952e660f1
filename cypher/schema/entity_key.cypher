// Entities by folded external id
// name:    schema.entity_key
// mode:    schema
// grain:   no rows
// law:     I4
// why:     A person asks for an entity by the id they know.
CYPHER 25
CREATE INDEX entity_key IF NOT EXISTS
FOR (n:Entity) ON (n.tenant, n.key)
