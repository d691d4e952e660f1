// Vectors: topic.embedding
// name:    schema.topic_vector
// mode:    schema
// grain:   no rows
// law:     I4
// why:     The tenant is filtered inside the index, so one tenant's topics never thin another's.
// param    options :: MAP NOT NULL         indexConfig with the dimension of the embedding model
CYPHER 25
CREATE VECTOR INDEX topic_vector IF NOT EXISTS
FOR (n:Topic) ON n.embedding WITH [n.tenant]
OPTIONS $options
