// One Claim node per id
// name:    schema.claim_id
// mode:    schema
// grain:   no rows
// law:     I1
// why:     Ids are hashes of what the thing is; the constraint makes concurrent writers of one Claim meet in one node.
CYPHER 25
CREATE CONSTRAINT claim_id IF NOT EXISTS
FOR (n:Claim) REQUIRE n.id IS UNIQUE
