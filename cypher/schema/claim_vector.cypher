// Vectors: claim.embedding
// name:    schema.claim_vector
// mode:    schema
// grain:   no rows
// law:     I4
// why:     The tenant is filtered inside the index, so one tenant's neighbours never thin another's.
// param    options :: MAP NOT NULL         indexConfig with the dimension of the embedding model
CYPHER 25
CREATE VECTOR INDEX claim_vector IF NOT EXISTS
FOR (n:Claim) ON n.embedding WITH [n.tenant]
OPTIONS $options
