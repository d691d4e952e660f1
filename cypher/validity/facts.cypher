// What these facts say
// name:    validity.facts
// mode:    read
// grain:   one row per fact
// law:     I1a, T3
// why:     Who its rivals are follows from subject, predicate and object or value, and from the ontology.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  id :: STRING NOT NULL               the claim
// returns  predicate :: STRING NOT NULL        its predicate
// returns  negated :: BOOLEAN NOT NULL         whether it denies
// returns  value :: STRING                     where the object is no entity
// returns  unit :: STRING                      of the value
// returns  by_subject :: STRING                key of the rivals that it has by its subject
// returns  by_object :: STRING                 key of the rivals that it has by its object
// returns  ends :: LIST<MAP> NOT NULL          role and id of subject and object
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WHERE c.kind = 'fact'
RETURN c.id AS id, c.predicate AS predicate, c.negated AS negated, c.value AS value, c.unit AS unit,
       c.rivals_by_subject AS by_subject, c.rivals_by_object AS by_object,
       COLLECT { MATCH (c)-[r:ABOUT]->(e:Entity) WHERE r.role IN ['subject', 'object']
                 RETURN {role: r.role, id: e.id} ORDER BY r.role, e.id } AS ends
ORDER BY id
