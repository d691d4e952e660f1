// One Verdict node per id
// name:    schema.verdict_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Verdict meet in one node.
CYPHER 25
CREATE CONSTRAINT verdict_id IF NOT EXISTS
FOR (n:Verdict) REQUIRE n.id IS UNIQUE
