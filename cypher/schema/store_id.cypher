// One Store node per id
// name:    schema.store_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Store meet in one node.
CYPHER 25
CREATE CONSTRAINT store_id IF NOT EXISTS
FOR (n:Store) REQUIRE n.id IS UNIQUE
