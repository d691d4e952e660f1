// One Calibration node per id
// name:    schema.calibration_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Calibration meet in one node.
CYPHER 25
CREATE CONSTRAINT calibration_id IF NOT EXISTS
FOR (n:Calibration) REQUIRE n.id IS UNIQUE
