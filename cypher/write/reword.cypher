// Word claims anew
// name:    write.reword
// mode:    write
// grain:   no rows
// law:     I3
// why:     With its words a claim changes its vector.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per claim: the columns of write.wordings, and embedding
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {id: row.id, tenant: $tenant})
SET c.wording_key = row.wording_key, c.statement = row.statement, c.predicate = row.predicate, c.value = row.value, c.unit = row.unit
WITH c, row
CALL db.create.setNodeVectorProperty(c, CASE WHEN c:Pruned THEN 'pruned_embedding' ELSE 'embedding' END, row.embedding)
