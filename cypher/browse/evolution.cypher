// What superseded what, and what contradicts what
// name:    browse.evolution
// mode:    read
// grain:   one row per relation
// law:     T3, T4, T6
// why:     UPDATES run from the newer claim to the older; a contradiction is open while both its ends are marked Disputed.
// param    tenant :: STRING NOT NULL           whose data
// param    limit :: INTEGER NOT NULL           relations at most
// returns  newer :: NODE NOT NULL              the claim that updates, or one side
// returns  relation :: RELATIONSHIP NOT NULL   UPDATES or CONTRADICTS
// returns  older :: NODE NOT NULL              the claim that is updated, or the other side
// order:   by the ids of both ends and the type
// example: :param {tenant: 'default', limit: 100}
CYPHER 25
MATCH (c:Claim) USING INDEX c:Claim(tenant)
WHERE c.tenant = $tenant AND NOT c:Removed AND NOT c:Pruned
MATCH (c)-[r:UPDATES|CONTRADICTS]->(o:Claim)
WHERE r.ended_at IS NULL AND NOT r.retracted AND NOT o:Removed AND NOT o:Pruned
ORDER BY c.id, o.id, type(r), elementId(r)
LIMIT toInteger($limit)
RETURN c AS newer, r AS relation, o AS older
ORDER BY c.id, o.id, type(r), elementId(r)
