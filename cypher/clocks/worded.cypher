// What claims say and are about, whoever says so
// name:    clocks.worded
// mode:    read
// grain:   one row
// law:     T8
// why:     The predicate of a claim is part of what it is; which of the entities were named at a time is for whoever knows the
//          reasons.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claims :: LIST<MAP> NOT NULL                id and predicate of each, about: of each entity that was ever named role and id as a reason has them, and words; by id
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH {id: c.id, predicate: c.predicate,
      about: COLLECT { MATCH (c)-[r:ABOUT]->(e:Entity)
                 RETURN {named: r.role + ':' + e.id, words: [e.name, e.kind]} ORDER BY r.role, e.id }} AS claim
ORDER BY claim.id
RETURN collect(claim) AS claims
