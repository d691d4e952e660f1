// Lock the tenant for this transaction
// name:    write.lock
// mode:    write
// grain:   one row
// law:     S3
// why:     Writers of one tenant take turns, so two halves of a support cycle never pass each other, derived figures
//          are computed from all that is committed, and no two writers deadlock.
// param    tenant :: STRING NOT NULL           whose data
// returns  writes :: INTEGER NOT NULL          how many write transactions this tenant has seen
// returns  now :: ZONED DATETIME NOT NULL      the time of this transaction, for all that it records
// returns  importing :: BOOLEAN NOT NULL     whether an import into it is not done, so that nothing else is written
// order:   one row
CYPHER 25
MERGE (t:Tenant {id: $tenant})
SET t.writes = coalesce(t.writes, 0) + 1
WITH t, datetime.truncate('microsecond', datetime.realtime()) AS clock
SET t.now = CASE WHEN t.now >= clock THEN t.now + duration({microseconds: 1}) ELSE clock END
RETURN t.writes AS writes, t.now AS now, t.importing IS NOT NULL AS importing
