// Vectors: note.former_embedding
// name:    schema.former_note_vector
// mode:    schema
// grain:   no rows
// law:     T8, I4
// why:     What was said once is searched for whoever asks what was known then, and for nobody else.
// param    options :: MAP NOT NULL         indexConfig with the dimension of the embedding model
CYPHER 25
CREATE VECTOR INDEX former_note_vector IF NOT EXISTS
FOR (n:Note) ON n.former_embedding WITH [n.tenant]
OPTIONS $options
