// A claim with the verdict that counts for it
// name:    calibrate.claim
// mode:    read
// grain:   at most one row
// law:     C5
// why:     The latest verdict on a claim is the one that counts; those before it stay on record. A claim that was
//          removed or that nothing supports any more can be adjudicated like any other.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// returns  statement :: STRING NOT NULL        its wording
// returns  verdicts :: INTEGER NOT NULL        how many it has had
// returns  standing :: MAP                     id, verdict, by, ground and time of the one that counts
// order:   one row
CYPHER 25
MATCH (c:Claim {id: $id, tenant: $tenant})
OPTIONAL MATCH (c)<-[:JUDGES]-(v:Verdict WHERE v.ended_at IS NULL)
RETURN c.statement AS statement, COUNT { (c)<-[:JUDGES]-(:Verdict) } AS verdicts,
       CASE WHEN v IS NOT NULL THEN v {.id, .verdict, .by, .ground, .recorded_at} END AS standing
