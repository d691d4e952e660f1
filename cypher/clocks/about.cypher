// Claims that ever were about an entity
// name:    clocks.about
// mode:    read
// grain:   one row
// law:     T8
// why:     What a reason named that has ended was about the entity then.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               an entity
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
MATCH (:Entity {id: $id, tenant: $tenant})<-[:ABOUT]-(c:Claim)
WITH DISTINCT c.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
