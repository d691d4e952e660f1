// Topics of a tenant
// name:    schema.topic_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     A tenant's topics are listed without reading the others.
CYPHER 25
CREATE INDEX topic_tenant IF NOT EXISTS
FOR (n:Topic) ON (n.tenant)
