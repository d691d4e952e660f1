// Write sessions
// name:    write.sessions
// mode:    write
// grain:   no rows
// law:     I1
// why:     The session is the unit of ingest; its content hash makes the same input again a no-op.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    rows :: LIST<MAP> NOT NULL             one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MERGE (s:Session {id: row.id})
ON CREATE SET s.tenant = $tenant, s.recorded_at = $now
SET s += row
