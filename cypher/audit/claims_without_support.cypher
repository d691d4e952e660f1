// Claims without a support: returns nothing, always
// name:    audit.claims_without_support
// mode:    read
// grain:   one row per malformed claim
// law:     S1
// why:     A claim is only a claim with what it rests on; no route stores one without. A row here is a defect of
//          kgmem or a hand in the store.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING                 its wording
// order:   claim_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant AND NOT EXISTS { (c)-[:ASSERTED_BY]->(:Assertion)-[:RESTS_ON]->() }
RETURN c.id AS claim_id, c.statement AS statement
ORDER BY claim_id
