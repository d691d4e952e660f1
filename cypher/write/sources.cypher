// Write the sources of a session
// name:    write.sources
// mode:    write
// grain:   no rows
// law:     I1
// why:     A document read in three sessions is one node. Where sessions name it differently, the earliest wording is
//          kept, whatever the order of arrival (law I3).
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MERGE (s:Source {id: row.id})
ON CREATE SET s.tenant = $tenant, s.kind = row.kind, s.external_id = row.external_id, s.recorded_at = datetime.realtime()
WITH s, row
WHERE s.wording_key IS NULL OR row.wording_key < s.wording_key
SET s.wording_key = row.wording_key, s.title = row.title, s.uri = row.uri,
    s.published_at = row.published_at, s.published_grain = row.published_grain
