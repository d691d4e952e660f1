// Ids that were erased, with the retractions that had taken them back
// name:    audit.erased_ids
// mode:    read
// grain:   one row per erased id
// law:     R6
// why:     An id that an old answer or export names and the store knows no longer is found here. A retraction of something
//          erased stays, without its reason.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING                        one id; null for all
// returns  recorded_at :: ZONED DATETIME NOT NULL  when it was erased
// returns  erasure_id :: STRING NOT NULL       the act
// returns  erased_id :: STRING NOT NULL        what went
// returns  by :: STRING                        who erased it
// returns  retractions :: LIST<STRING> NOT NULL  acts that had taken it back, in order of time
// order:   recorded_at, erasure_id, erased_id
// example: :param {tenant: 'default', id: null}
CYPHER 25
MATCH (e:Erasure)
USING INDEX e:Erasure(tenant, recorded_at)
WHERE e.tenant = $tenant AND e.recorded_at IS NOT NULL
UNWIND e.ids AS erased_id
WITH e, erased_id
WHERE $id IS NULL OR erased_id = $id
RETURN e.recorded_at AS recorded_at, e.id AS erasure_id, erased_id, e.by AS by,
       COLLECT {
         MATCH (r:Retraction)
         USING INDEX r:Retraction(tenant, target)
         WHERE r.tenant = $tenant AND r.target = erased_id
         RETURN r.id ORDER BY r.recorded_at, r.id
       } AS retractions
ORDER BY recorded_at, erasure_id, erased_id
