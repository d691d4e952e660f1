// Claims that nothing supports any more and that are still shown
// name:    audit.unsupported_shown
// mode:    read
// grain:   one row per claim
// law:     R2, R3
// why:     Retraction marks and does not hide, unless its policy is remove or the claim is pruned: these are listed by
//          history with a confidence of 0, and no answer rests on them.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  recorded_at :: ZONED DATETIME NOT NULL  when it was first stored
// returns  retractions :: LIST<STRING> NOT NULL  acts in force that left it without support, in order of time
// returns  assertions :: INTEGER NOT NULL      reasons it ever had
// returns  ended :: INTEGER NOT NULL           of these, reasons that their session gives no longer
// order:   claim_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant AND c.standing = 'unsupported' AND NOT c:Removed AND NOT c:Pruned
RETURN c.id AS claim_id, c.statement AS statement, c.recorded_at AS recorded_at,
       COLLECT {
         MATCH (c)<-[e:AFFECTED {undone: false}]-(r:Retraction)
         WHERE e.standing_after = 'unsupported' AND r.undone_at IS NULL
         RETURN r.id ORDER BY r.recorded_at, r.id
       } AS retractions,
       COUNT { (c)-[:ASSERTED_BY]->(:Assertion) } AS assertions,
       COUNT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.ended_at IS NOT NULL } AS ended
ORDER BY claim_id
