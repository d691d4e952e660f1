// Word claims that nobody gives any more
// name:    erase.past_wordings
// mode:    write
// grain:   no rows
// law:     R6
// why:     A claim that nobody gives keeps the words of a reason that was given; the vectors of the erased ones are gone.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          the columns of erase.wordings
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {id: row.id, tenant: $tenant})
SET c.statement = row.statement, c.predicate = row.predicate, c.value = row.value, c.unit = row.unit
REMOVE c.embedding, c.pruned_embedding, c.former_embedding
