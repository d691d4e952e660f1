// What a retraction did touch, with the figures before and after
// name:    audit.retraction_touched
// mode:    read
// grain:   one row per act or its undoing and claim that changed
// law:     R4, R5, T7
// why:     Recorded with the act, so it says what changed then, whatever has changed since. A claim that only got back
//          what the act's target had superseded has no depth, standing or confidence.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING                        a retraction; null for all
// returns  at :: ZONED DATETIME NOT NULL       when the act was recorded, or undone
// returns  retraction_id :: STRING NOT NULL    the act
// returns  undone :: BOOLEAN NOT NULL          whether this is what undoing it changed
// returns  depth :: INTEGER                    shortest derivation from what was taken back
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording now
// returns  standing_before :: STRING           supported, weakened or unsupported
// returns  standing_after :: STRING            supported, weakened or unsupported
// returns  confidence_before :: FLOAT          C1
// returns  confidence_after :: FLOAT           C1
// returns  validity_before :: FLOAT            0 superseded or unsupported, 0.5 suspect, 1
// returns  validity_after :: FLOAT             as before
// returns  valid_until_before :: ZONED DATETIME  when it had been superseded; of claims without depth
// returns  valid_until_after :: ZONED DATETIME  as before
// order:   at, retraction_id, undone, depth (unknown last), claim_id
// example: :param {tenant: 'default', id: 'ret-...'}
CYPHER 25
MATCH (r:Retraction)
USING INDEX r:Retraction(tenant, recorded_at)
WHERE r.tenant = $tenant AND r.recorded_at IS NOT NULL AND ($id IS NULL OR r.id = $id)
MATCH (r)-[e:AFFECTED]->(c:Claim)
RETURN CASE WHEN e.undone THEN r.undone_at ELSE r.recorded_at END AS at, r.id AS retraction_id, e.undone AS undone,
       e.depth AS depth, c.id AS claim_id, c.statement AS statement,
       e.standing_before AS standing_before, e.standing_after AS standing_after,
       e.confidence_before AS confidence_before, e.confidence_after AS confidence_after,
       e.validity_before AS validity_before, e.validity_after AS validity_after,
       e.valid_until_before AS valid_until_before, e.valid_until_after AS valid_until_after
ORDER BY at, retraction_id, undone, depth, claim_id
