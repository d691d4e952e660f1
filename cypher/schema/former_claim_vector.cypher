// Vectors: claim.former_embedding
// name:    schema.former_claim_vector
// mode:    schema
// grain:   no rows
// law:     T8, I4
// why:     What was claimed once is searched for whoever asks what was known then, and for nobody else.
// param    options :: MAP NOT NULL         indexConfig with the dimension of the embedding model
CYPHER 25
CREATE VECTOR INDEX former_claim_vector IF NOT EXISTS
FOR (n:Claim) ON n.former_embedding WITH [n.tenant]
OPTIONS $options
