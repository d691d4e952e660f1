// What made this store: schema version and embedding model
// name:    schema.status
// mode:    schema
// grain:   no rows
// law:     I1
// why:     A store written by a newer kgmem, or with vectors of another model, is refused instead of misread.
// returns  schema_version :: INTEGER       number of the schema
// returns  embedding :: STRING             name of the embedding model
// returns  dimension :: INTEGER            of its vectors
// returns  embedding_hash :: STRING        of the model's files, where they are known
// order:   one row
CYPHER 25
MATCH (s:Store {id: 'kgmem'})
RETURN s.schema_version AS schema_version, s.embedding AS embedding, s.dimension AS dimension, s.embedding_hash AS embedding_hash
