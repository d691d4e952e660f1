// All claims of a tenant
// name:    link.all_claims
// mode:    read
// grain:   one row per claim
// law:     T7
// why:     After everything is linked anew, what follows is computed for every claim.
// param    tenant :: STRING NOT NULL           whose data
// returns  id :: STRING NOT NULL               the claim
// order:   id
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant AND c.recorded_at IS NOT NULL
RETURN c.id AS id
ORDER BY id
