// Entities by folded name
// name:    schema.entity_name_key
// mode:    schema
// grain:   no rows
// law:     I4
// why:     A person asks for an entity by its name.
CYPHER 25
CREATE INDEX entity_name_key IF NOT EXISTS
FOR (n:Entity) ON (n.tenant, n.name_key)
