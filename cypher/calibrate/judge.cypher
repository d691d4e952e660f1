// Record a verdict on a claim
// name:    calibrate.judge
// mode:    write
// grain:   no rows
// law:     C5
// why:     The record holds who judged, when, and on what ground. It ends the verdict that counted before.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the verdict
// param    claim :: STRING NOT NULL            the claim
// param    verdict :: BOOLEAN NOT NULL         whether it is true
// param    by :: STRING                        who judged
// param    ground :: STRING                    on what ground
CYPHER 25
MATCH (c:Claim {id: $claim, tenant: $tenant})
CALL (c) {
  MATCH (c)<-[:JUDGES]-(before:Verdict)
  WHERE before.ended_at IS NULL
  SET before.ended_at = $now
}
MERGE (v:Verdict {id: $id})
SET v.tenant = $tenant, v.verdict = $verdict, v.by = $by, v.ground = $ground, v.recorded_at = $now
MERGE (v)-[:JUDGES]->(c)
