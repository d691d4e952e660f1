// Write one session
// name:    write.session
// mode:    write
// grain:   no rows
// law:     I1
// why:     The session is the unit of ingest; its content hash makes the same input again a no-op.
// param    tenant :: STRING NOT NULL           whose data
// param    row :: MAP NOT NULL                 properties of the session
CYPHER 25
MERGE (s:Session {id: $row.id})
ON CREATE SET s.tenant = $tenant, s.recorded_at = datetime.realtime()
SET s += $row
