// Contradictions that are open
// name:    recall.conflicts
// mode:    read
// grain:   one row per pair of claims
// law:     T3, T6
// why:     Both sides stand and their spells overlap; an unknown time overlaps everything. Whether a session said so or a
//          rule did, a pair is one. What was removed (law R3) or pruned is left out.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         one side
// returns  other_id :: STRING NOT NULL         the other, with the larger id
// returns  confidence :: FLOAT NOT NULL        the highest of those who said so; 1 by rule
// returns  justification :: STRING             one of those given
// returns  since :: ZONED DATETIME             when the later of the two began to hold
// order:   since (unknown last), claim_id, other_id
CYPHER 25
MATCH (c:Claim)-[r:CONTRADICTS]->(o:Claim)
WHERE r.tenant = $tenant AND r.ended_at IS NULL AND NOT r.retracted
  AND c.standing <> 'unsupported' AND o.standing <> 'unsupported' AND NOT c:Pruned AND NOT o:Pruned
WITH c, o, max(r.confidence) AS confidence, min(r.justification) AS justification
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL
  RETURN collect({since: a.holds_from, until: a.valid_until}) AS mine
}
CALL (o) {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL
  RETURN collect({since: a.holds_from, until: a.valid_until}) AS theirs
}
WITH c, o, confidence, justification, size(mine) = 0 OR size(theirs) = 0 AS undated, mine, theirs
CALL (mine, theirs) {
  UNWIND mine AS a
  UNWIND theirs AS b
  WITH a, b
  WHERE (a.until IS NULL OR b.since IS NULL OR b.since < a.until) AND (b.until IS NULL OR a.since IS NULL OR a.since < b.until)
  RETURN count(*) AS overlaps, min(CASE WHEN b.since IS NULL OR a.since > b.since THEN a.since ELSE b.since END) AS since
}
WITH c, o, confidence, justification, undated, overlaps, since
WHERE undated OR overlaps > 0
RETURN c.id AS claim_id, o.id AS other_id, confidence, justification, since
ORDER BY since, claim_id, other_id
