// Write the sources of sessions
// name:    write.sources
// mode:    write
// grain:   no rows
// law:     I1, I3
// why:     A document read in three sessions is one node. Where sessions name it differently, the earliest that gives a
//          property gives it, whatever the order of arrival; one that names none takes nothing away.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MERGE (s:Source {id: row.id})
ON CREATE SET s.tenant = $tenant, s.kind = row.kind, s.external_id = row.external_id, s.recorded_at = $now
FOREACH (_ IN CASE WHEN row.title IS NOT NULL AND (s.title_key IS NULL OR row.title_key <= s.title_key) THEN [1] ELSE [] END |
  SET s.title = row.title, s.title_key = row.title_key)
FOREACH (_ IN CASE WHEN row.uri IS NOT NULL AND (s.uri_key IS NULL OR row.uri_key <= s.uri_key) THEN [1] ELSE [] END |
  SET s.uri = row.uri, s.uri_key = row.uri_key)
FOREACH (_ IN CASE WHEN row.published_at IS NOT NULL AND (s.published_key IS NULL OR row.published_key <= s.published_key) THEN [1] ELSE [] END |
  SET s.published_at = row.published_at, s.published_grain = row.published_grain, s.published_key = row.published_key)
