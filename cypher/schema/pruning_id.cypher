// One Pruning node per id
// name:    schema.pruning_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; an act is found by its id without reading others.
CYPHER 25
CREATE CONSTRAINT pruning_id IF NOT EXISTS
FOR (n:Pruning) REQUIRE n.id IS UNIQUE
