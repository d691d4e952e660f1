// Record the schema version and the embedding model
// name:    schema.record
// mode:    schema
// grain:   no rows
// law:     I1
// why:     The first kgmem to open a store writes them; later ones compare.
// param    schema_version :: INTEGER NOT NULL  number of the schema
// param    embedding :: STRING NOT NULL    name of the embedding model
// param    dimension :: INTEGER NOT NULL   of its vectors
// param    embedding_hash :: STRING        of the model's files, where they are known
CYPHER 25
MERGE (s:Store {id: 'kgmem'})
ON CREATE SET s.embedding = $embedding, s.dimension = $dimension, s.embedding_hash = $embedding_hash
SET s.schema_version = $schema_version
