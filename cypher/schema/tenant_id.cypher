// One Tenant node per id
// name:    schema.tenant_id
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Tenant meet in one node.
CYPHER 25
CREATE CONSTRAINT tenant_id IF NOT EXISTS
FOR (n:Tenant) REQUIRE n.id IS UNIQUE
