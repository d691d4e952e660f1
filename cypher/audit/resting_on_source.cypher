// Everything that rests on a source, however far up
// name:    audit.resting_on_source
// mode:    read
// grain:   one row per claim
// law:     R1, C2
// why:     If a document turns out to be wrong, these are the claims to look at; the last columns say whether
//          anything else supports them as well.
// param    tenant :: STRING NOT NULL           whose data
// param    source :: STRING NOT NULL           the caller's id of a document, tool or speaker, or the store's
// returns  source_id :: STRING NOT NULL        the source
// returns  kind :: STRING NOT NULL             document, tool or speaker
// returns  depth :: INTEGER NOT NULL           1 for what was read from it, then what rests on that
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  standing :: STRING NOT NULL         supported, weakened or unsupported
// returns  confidence :: FLOAT NOT NULL        C1, an upper figure
// returns  confidence_shared :: FLOAT NOT NULL  C3, every source counted once
// returns  other_sources :: INTEGER NOT NULL   further sources of its reasons
// order:   source_id, depth, claim_id
// example: :param {tenant: 'default', source: 'PID-7'}
CYPHER 25
MATCH (source:Source)
WHERE source.tenant = $tenant AND source.external_id = $source
   OR source.tenant = $tenant AND source.id = $source
CALL (source) {
  MATCH p = (source) (()<-[:FROM|RESTS_ON|ASSERTED_BY]-(x WHERE x.ended_at IS NULL)){1,} (c:Claim)
  RETURN c, min(length(p)) / 2 AS depth
}
CALL (source, c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.ended_at IS NULL
  UNWIND a.source_ids AS id
  RETURN count(DISTINCT CASE WHEN id <> source.id THEN id END) AS other_sources
}
RETURN source.id AS source_id, source.kind AS kind, depth, c.id AS claim_id, c.statement AS statement, c.standing AS standing,
       c.confidence AS confidence, c.confidence_shared AS confidence_shared, other_sources
ORDER BY source_id, depth, claim_id
