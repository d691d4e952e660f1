// Items of a tenant by namespace
// name:    schema.item_path
// mode:    schema
// grain:   no rows
// law:     I4
// why:     What lies under a namespace is found by the start of its path, without reading the others.
CYPHER 25
CREATE INDEX item_path IF NOT EXISTS
FOR (n:Item) ON (n.tenant, n.path)
