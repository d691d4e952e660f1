// Open contradictions: both claims stand and their times overlap
// name:    audit.open_conflicts
// mode:    read
// grain:   one row per pair
// law:     T6
// why:     Both sides stay and neither is preferred until one is updated or taken back. An unknown time overlaps
//          everything.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         one side
// returns  other_id :: STRING NOT NULL         the other
// returns  statement :: STRING NOT NULL        what one says
// returns  other_statement :: STRING NOT NULL  what the other says
// returns  confidence :: FLOAT NOT NULL        of the contradiction, the highest stated
// returns  justification :: STRING             as stated
// returns  since :: ZONED DATETIME             when the later of the two began to hold
// order:   since, claim_id, other_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (c:Claim)-[r:CONTRADICTS]->(o:Claim)
WHERE r.tenant = $tenant AND r.ended_at IS NULL AND NOT r.retracted AND c.standing <> 'unsupported' AND o.standing <> 'unsupported'
WITH c, o, max(r.confidence) AS confidence, min(r.justification) AS justification
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void' AND coalesce(a.world_from, a.valid_until) IS NOT NULL
  RETURN collect({since: a.world_from, until: a.valid_until}) AS mine
}
CALL (o) {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void' AND coalesce(a.world_from, a.valid_until) IS NOT NULL
  RETURN collect({since: a.world_from, until: a.valid_until}) AS theirs
}
WITH c, o, confidence, justification, mine, theirs,
     reduce(found = [], a IN mine | found + [b IN theirs WHERE (a.until IS NULL OR b.since IS NULL OR b.since < a.until) AND (b.until IS NULL OR a.since IS NULL OR a.since < b.until) |
       CASE WHEN b.since IS NULL OR a.since > b.since THEN a.since ELSE b.since END]) AS overlaps
WHERE size(mine) = 0 OR size(theirs) = 0 OR size(overlaps) > 0
RETURN c.id AS claim_id, o.id AS other_id, c.statement AS statement, o.statement AS other_statement,
       confidence, justification, reduce(first = null, at IN overlaps | CASE WHEN first IS NULL OR at < first THEN at ELSE first END) AS since
ORDER BY since, claim_id, other_id
