// Validity of these claims, from the bottom up
// name:    validity.validity
// mode:    write
// grain:   one row per claim that changed
// law:     T5
// why:     0 for a claim that is unsupported or superseded; at most the suspect validity for what a superseded claim
//          causes or enables and for a claim all of whose non-void assertions rest on a claim of lesser validity, one
//          that it updates itself excepted; otherwise 1.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of the claims to compute, closed upwards
// param    suspect :: FLOAT NOT NULL           validity of a suspect claim
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  before :: FLOAT NOT NULL            validity before
// returns  after :: FLOAT NOT NULL             validity now
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH c.rank AS rank, collect(c) AS layer
ORDER BY rank
CALL (layer) {
  UNWIND layer AS c
  WITH c, c.validity AS before,
       EXISTS {
         MATCH (c)<-[r:CAUSES|ENABLES]-(x:Claim)
         WHERE x.valid_until IS NOT NULL AND x.standing <> 'unsupported' AND r.ended_at IS NULL AND NOT r.retracted
       } AS depends,
       NOT EXISTS {
         MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
         WHERE a.state <> 'void' AND NOT EXISTS {
           MATCH (a)-[:RESTS_ON]->(d:Claim)
           WHERE d.validity < 1.0 AND NOT (d.standing <> 'unsupported' AND EXISTS {
             MATCH (c)-[r:UPDATES]->(d) WHERE r.ended_at IS NULL AND NOT r.retracted
           })
         }
       } AS rests
  WITH c, before, CASE
    WHEN c.standing = 'unsupported' OR c.valid_until IS NOT NULL THEN 0.0
    WHEN depends OR rests THEN $suspect
    ELSE 1.0 END AS after
  SET c.validity = after
  WITH c, before, after
  WHERE before <> after
  RETURN c, before, after
}
RETURN c.id AS claim_id, c.statement AS statement, before, after
ORDER BY claim_id
