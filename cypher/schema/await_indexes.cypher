// Wait until every index answers
// name:    schema.await_indexes
// mode:    schema
// grain:   no rows
// law:     I1
// why:     A search right after the schema was made must find all that is stored.
// param    seconds :: INTEGER NOT NULL     at most
CYPHER 25
CALL db.awaitIndexes($seconds)
