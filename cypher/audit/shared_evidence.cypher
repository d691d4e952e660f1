// Claims whose confidence counts a source more than once
// name:    audit.shared_evidence
// mode:    read
// grain:   one row per claim and source that several of its reasons share
// law:     C2, C3
// why:     Three sessions that read one drawing are one source. The two figures part by what repetition adds.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  confidence :: FLOAT NOT NULL        C1, an upper figure
// returns  confidence_shared :: FLOAT NOT NULL  C3, every source counted once
// returns  source_id :: STRING NOT NULL        the source
// returns  source :: STRING                    the caller's id of it
// returns  assertions :: INTEGER NOT NULL      reasons that share it
// order:   confidence - confidence_shared descending, claim_id, source_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant AND c.confidence_shared < c.confidence
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void'
  UNWIND a.source_ids AS id
  WITH id, count(a) AS assertions
  WHERE assertions > 1
  RETURN id, assertions
}
MATCH (source:Source {id: id})
RETURN c.id AS claim_id, c.statement AS statement, c.confidence AS confidence, c.confidence_shared AS confidence_shared,
       source.id AS source_id, source.external_id AS source, assertions
ORDER BY confidence - confidence_shared DESC, claim_id, source_id
