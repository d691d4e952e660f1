// Groups of rivals that claims are in
// name:    erase.rivalries
// mode:    read
// grain:   one row per group
// law:     R6, T3
// why:     What a claim had ended holds on when it is gone; who that was is known by the group.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  key :: STRING NOT NULL              the group's key
// order:   key
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
UNWIND [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] AS key
WITH DISTINCT key
WHERE key IS NOT NULL
RETURN key
ORDER BY key
