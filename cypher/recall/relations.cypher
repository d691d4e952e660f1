// What a claim updates, is updated by and contradicts
// name:    recall.relations
// mode:    read
// grain:   one row per relation
// law:     T3, T4, T6
// why:     Relations of retracted sessions are left out.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// returns  type :: STRING NOT NULL             UPDATES or CONTRADICTS
// returns  outgoing :: BOOLEAN NOT NULL        whether it starts at the claim
// returns  id :: STRING NOT NULL               the other claim
// returns  statement :: STRING NOT NULL        its wording
// returns  effective_at :: ZONED DATETIME      when the update took effect
// returns  justification :: STRING             as stated or found
// returns  rule :: STRING                      functional, inverse_functional or negation, where law T3 says so
// returns  model :: STRING                     that found it
// order:   type, outgoing, id
CYPHER 25
MATCH (c:Claim {id: $id, tenant: $tenant})-[r:UPDATES|CONTRADICTS]-(o:Claim)
WHERE r.ended_at IS NULL AND NOT r.retracted
WITH type(r) AS type, startNode(r) = c AS outgoing, o, r
ORDER BY r.session_id
WITH type, outgoing, o, max(r.effective_at) AS effective_at, head(collect(r.justification)) AS justification,
     head(collect(r.rule)) AS rule, head(collect(r.model)) AS model
RETURN type, outgoing, o.id AS id, o.statement AS statement, effective_at, justification, rule, model
ORDER BY type, outgoing, id
