// One Item node per id
// name:    schema.item_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Item meet in one node.
CYPHER 25
CREATE CONSTRAINT item_id IF NOT EXISTS
FOR (n:Item) REQUIRE n.id IS UNIQUE
