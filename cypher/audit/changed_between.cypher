// What changed between two dates, claim by claim
// name:    audit.changed_between
// mode:    read
// grain:   one row per change of a claim
// law:     T8, R5, I2, C5
// why:     Reasons that sessions gave, gave again or gave no longer, verdicts, and what retractions and their undoing changed.
//          since counts, until does not, so that dates which follow each other list every change once.
// param    tenant :: STRING NOT NULL           whose data
// param    since :: ZONED DATETIME NOT NULL    from then
// param    until :: ZONED DATETIME NOT NULL    until then
// returns  at :: ZONED DATETIME NOT NULL       when the store learned of it
// returns  change :: STRING NOT NULL           asserted, asserted again, ended, judged true or false, retracted or restored
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording now
// returns  cause_id :: STRING NOT NULL         the assertion, the verdict or the retraction
// returns  who :: STRING                       the caller's id of the session, who judged it or took it back
// returns  reason :: STRING                    why it was taken back, or the ground of the verdict
// returns  standing_before :: STRING           of a retraction or its undoing
// returns  standing_after :: STRING            of a retraction or its undoing
// returns  confidence_before :: FLOAT          of a retraction or its undoing
// returns  confidence_after :: FLOAT           of the claim then, or of the reason as it was given
// returns  validity_before :: FLOAT            of a retraction or its undoing
// returns  validity_after :: FLOAT             of a retraction or its undoing
// order:   at, change, claim_id, cause_id
// example: :param {tenant: 'default', since: datetime('2026-01-01'), until: datetime('2026-02-01')}
CYPHER 25
CALL () {
  MATCH (c:Claim)
  USING INDEX c:Claim(tenant)
  WHERE c.tenant = $tenant
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
  WITH c, a, s, coalesce(a.gaps, []) AS gaps
  UNWIND [{at: a.recorded_at, change: 'asserted'}, {at: a.ended_at, change: 'ended'}]
    + [i IN range(0, size(gaps) - 1) | {at: gaps[i], change: ['ended', 'asserted again'][i % 2]}] AS one
  WITH c, a, s, one
  WHERE $since <= one.at AND one.at < $until
  RETURN one.at AS at, one.change AS change, c, a.id AS cause_id, s.external_id AS who, null AS reason,
         {confidence_after: CASE WHEN one.change = 'ended' THEN null ELSE a.raw_confidence END} AS figures
  UNION ALL
  MATCH (v:Verdict)
  USING INDEX v:Verdict(tenant, recorded_at)
  WHERE v.tenant = $tenant AND $since <= v.recorded_at AND v.recorded_at < $until
  MATCH (v)-[:JUDGES]->(c:Claim)
  RETURN v.recorded_at AS at, CASE WHEN v.verdict THEN 'judged true' ELSE 'judged false' END AS change, c,
         v.id AS cause_id, v.by AS who, v.ground AS reason, {} AS figures
  UNION ALL
  MATCH (r:Retraction)
  USING INDEX r:Retraction(tenant, recorded_at)
  WHERE r.tenant = $tenant AND r.recorded_at < $until
  MATCH (r)-[e:AFFECTED]->(c:Claim)
  WITH r, e, c, CASE WHEN e.undone THEN r.undone_at ELSE r.recorded_at END AS at
  WHERE $since <= at AND at < $until
  RETURN at, CASE WHEN e.undone THEN 'restored' ELSE 'retracted' END AS change, c, r.id AS cause_id,
         CASE WHEN e.undone THEN null ELSE r.by END AS who, CASE WHEN e.undone THEN null ELSE r.reason END AS reason,
         properties(e) AS figures
}
RETURN at, change, c.id AS claim_id, c.statement AS statement, cause_id, who, reason,
       figures.standing_before AS standing_before, figures.standing_after AS standing_after,
       figures.confidence_before AS confidence_before, figures.confidence_after AS confidence_after,
       figures.validity_before AS validity_before, figures.validity_after AS validity_after
ORDER BY at, change, claim_id, cause_id
