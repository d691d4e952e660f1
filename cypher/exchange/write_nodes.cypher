// Write nodes of an import
// name:    exchange.write_nodes
// mode:    write
// grain:   no rows
// law:     I4
// why:     Labels are of a closed list that was checked before, and the tenant is that of the import whatever a line
//          says. Vectors are stored in four bytes a number, as an ingest stores them.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per node: labels, properties, vectors by their property
CYPHER 25
UNWIND $rows AS row
CREATE (n:$(row.labels))
SET n = row.properties, n.tenant = $tenant
WITH n, row
UNWIND keys(row.vectors) AS property
CALL db.create.setNodeVectorProperty(n, property, row.vectors[property])
