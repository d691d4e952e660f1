// One Retraction node per id
// name:    schema.retraction_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Retraction meet in one node.
CYPHER 25
CREATE CONSTRAINT retraction_id IF NOT EXISTS
FOR (n:Retraction) REQUIRE n.id IS UNIQUE
