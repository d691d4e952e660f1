// Vectors: note.window_embedding
// name:    schema.window_vector
// mode:    schema
// grain:   no rows
// law:     I4
// why:     The tenant is filtered inside the index, so one tenant's neighbours never thin another's.
// param    options :: MAP NOT NULL         indexConfig with the dimension of the embedding model
CYPHER 25
CREATE VECTOR INDEX window_vector IF NOT EXISTS
FOR (n:Note) ON n.window_embedding WITH [n.tenant]
OPTIONS $options
