// Validity of these claims, from the bottom up
// name:    validity.validity
// mode:    write
// grain:   one row per rank
// law:     T3, T5
// why:     0 for a claim that is unsupported or superseded; at most the suspect validity for what a superseded claim
//          causes or enables and for a claim all of whose non-void assertions rest on a claim of lesser validity, one
//          that it updates itself excepted; otherwise 1. What a claim is, it also has as a label, since Neo4j Browser
//          tells nodes apart by labels only: Unsupported, Weakened, Superseded, Suspect.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of the claims to compute, closed upwards
// param    suspect :: FLOAT NOT NULL           validity of a suspect claim
// returns  rank :: INTEGER NOT NULL            height above the observations
// returns  changed :: LIST<MAP> NOT NULL       id, and validity before and after, of what changed, and whether it is pruned
// order:   rank
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH c.rank AS rank, collect(c) AS layer
ORDER BY rank
CALL (layer) {
  UNWIND layer AS c
  CALL (c) {
    WITH c WHERE c.standing = 'unsupported' OR c.valid_until IS NOT NULL
    RETURN 0.0 AS after
    UNION ALL
    WITH c WHERE c.standing <> 'unsupported' AND c.valid_until IS NULL
    RETURN CASE WHEN EXISTS {
        MATCH (c)<-[r:CAUSES|ENABLES]-(x:Claim)
        WHERE x.valid_until IS NOT NULL AND x.standing <> 'unsupported' AND r.ended_at IS NULL AND NOT r.retracted
      } OR NOT EXISTS {
        MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
        WHERE a.state <> 'void' AND NOT EXISTS {
          MATCH (a)-[:RESTS_ON]->(d:Claim)
          WHERE d.validity < 1.0 AND NOT (d.standing <> 'unsupported' AND (EXISTS {
            MATCH (c)-[r:UPDATES]->(d) WHERE r.ended_at IS NULL AND NOT r.retracted AND r.rivalry IS NULL
          } OR EXISTS {
            // it ends a rival: what the relation that validity.evolution derives of it would say
            MATCH (c)-[:ASSERTED_BY]->(w:Assertion), (d)-[:ASSERTED_BY]->(ended:Assertion)
            WHERE w.state <> 'void' AND ended.state <> 'void' AND w.holds_from = ended.valid_until
              AND (c.rivals_by_subject = d.rivals_by_subject AND ended.until_by_subject = w.holds_from
                   OR c.rivals_by_object = d.rivals_by_object AND ended.until_by_object = w.holds_from
                   OR c.rivals_by_negation = d.rivals_by_negation AND ended.until_by_negation = w.holds_from)
          }))
        }
      } THEN $suspect ELSE 1.0 END AS after
  }
  WITH c, c.validity AS before, after
  SET c.validity = after
  FOREACH (_ IN CASE WHEN c.standing = 'unsupported' THEN [1] ELSE [] END | SET c:Unsupported)
  FOREACH (_ IN CASE WHEN c:Unsupported AND c.standing <> 'unsupported' THEN [1] ELSE [] END | REMOVE c:Unsupported)
  FOREACH (_ IN CASE WHEN c.standing = 'weakened' THEN [1] ELSE [] END | SET c:Weakened)
  FOREACH (_ IN CASE WHEN c:Weakened AND c.standing <> 'weakened' THEN [1] ELSE [] END | REMOVE c:Weakened)
  FOREACH (_ IN CASE WHEN c.valid_until IS NOT NULL THEN [1] ELSE [] END | SET c:Superseded)
  FOREACH (_ IN CASE WHEN c:Superseded AND c.valid_until IS NULL THEN [1] ELSE [] END | REMOVE c:Superseded)
  FOREACH (_ IN CASE WHEN after > 0.0 AND after < 1.0 THEN [1] ELSE [] END | SET c:Suspect)
  FOREACH (_ IN CASE WHEN c:Suspect AND (after = 0.0 OR after = 1.0) THEN [1] ELSE [] END | REMOVE c:Suspect)
  WITH c, before, after
  WHERE before <> after
  RETURN collect({id: c.id, validity: [before, after], pruned: c:Pruned}) AS changed
}
RETURN rank, changed
ORDER BY rank
