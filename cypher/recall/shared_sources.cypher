// Sources that several counted reasons of a claim share
// name:    recall.shared_sources
// mode:    read
// grain:   one row per claim and source that several of its reasons share
// law:     C2, C3, T3
// why:     The two figures part by what repetition adds. The reasons are those that the figures are over: of a claim with
//          several spells, those of the last. What was removed (law R3) or pruned is left out.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         the claim
// returns  source_id :: STRING NOT NULL        the source
// returns  assertions :: INTEGER NOT NULL      reasons that share it
// order:   what parts most first, claim_id, source_id
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant AND c.confidence_shared < c.confidence AND NOT c:Removed AND NOT c:Pruned
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void' AND (c.counted_from IS NULL OR a.world_from IS NULL OR a.world_from >= c.counted_from)
  UNWIND a.source_ids AS id
  WITH id, count(a) AS assertions
  WHERE assertions > 1
  RETURN id, assertions
}
MATCH (source:Source {id: id})
RETURN c.id AS claim_id, id AS source_id, assertions
ORDER BY c.confidence - c.confidence_shared DESC, claim_id, source_id
