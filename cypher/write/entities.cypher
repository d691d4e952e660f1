// Write the entities that a session's claims are about
// name:    write.entities
// mode:    write
// grain:   no rows
// law:     I1
// why:     Names fold to one key, so spellings meet in one node; the earliest spelling is the one shown (law I3).
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    tenant_token :: STRING NOT NULL     word that stands for the tenant in full-text indexes
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.tenant = $tenant, e.root = row.root, e.key = row.key, e.group = row.group, e.aliases = [], e.recorded_at = $now,
              e.tenant_token = $tenant_token
WITH e, row
WHERE e.wording_key IS NULL OR row.wording_key <= e.wording_key
SET e.wording_key = row.wording_key, e.kind = row.kind, e.external_id = row.external_id, e.name = row.name, e.name_key = row.name_key
