// One Session node per id
// name:    schema.session_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Session meet in one node.
CYPHER 25
CREATE CONSTRAINT session_id IF NOT EXISTS
FOR (n:Session) REQUIRE n.id IS UNIQUE
