// Delete claims
// name:    erase.claims
// mode:    write
// grain:   one row per entity that they were about
// law:     R6, S1
// why:     A claim goes when nobody gives a reason for it any more, not even one that ended: without a reason it is
//          malformed.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  entity_id :: STRING NOT NULL        an entity that one of them was about
// order:   entity_id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH c, COLLECT { MATCH (c)-[:ABOUT]->(e:Entity) RETURN e.id } AS about,
     COLLECT { MATCH (c)<-[:JUDGES]-(v:Verdict) RETURN v } AS verdicts
FOREACH (v IN verdicts | DETACH DELETE v)
DETACH DELETE c
WITH about
UNWIND about AS entity_id
RETURN DISTINCT entity_id
ORDER BY entity_id
