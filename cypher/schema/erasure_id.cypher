// One Erasure node per id
// name:    schema.erasure_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Erasure meet in one node.
CYPHER 25
CREATE CONSTRAINT erasure_id IF NOT EXISTS
FOR (n:Erasure) REQUIRE n.id IS UNIQUE
