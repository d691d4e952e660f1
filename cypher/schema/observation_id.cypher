// One Observation node per id
// name:    schema.observation_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Observation meet in one node.
CYPHER 25
CREATE CONSTRAINT observation_id IF NOT EXISTS
FOR (n:Observation) REQUIRE n.id IS UNIQUE
