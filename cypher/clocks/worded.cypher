// What claims say and are about, whoever says so
// name:    clocks.worded
// mode:    read
// grain:   one row per claim
// law:     T8
// why:     The predicate of a claim is part of what it is; which of the entities were named at a time is for whoever knows the
//          reasons.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  id :: STRING NOT NULL               the claim
// returns  predicate :: STRING                 its predicate
// returns  about :: LIST<MAP> NOT NULL         of each entity that was ever named: role and id as a reason has them, and words
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
RETURN c.id AS id, c.predicate AS predicate,
       COLLECT { MATCH (c)-[r:ABOUT]->(e:Entity)
                 RETURN {named: r.role + ':' + e.id, words: [e.name, e.kind]} ORDER BY r.role, e.id } AS about
ORDER BY id
