// Until when each reason holds against its rivals
// name:    validity.rivals
// mode:    write
// grain:   one row per claim whose reasons may hold otherwise now
// law:     T3
// why:     In a group of rivals an eligible reason holds until the earliest later eligible reason for another claim of the
//          group. One sweep over the group in time, from the latest back, knows at each moment the next start and the next
//          start of another claim; so a group costs what it is large. What a group gives is kept with the reason by kind
//          of group, since a fact may be in three. Whether a negation has its other side may have changed: both are named.
// param    tenant :: STRING NOT NULL           whose data
// param    update_confidence :: FLOAT NOT NULL  least confidence of an eligible reason
// param    ids :: LIST<STRING> NOT NULL        claims whose groups are swept
// param    keys :: LIST<STRING> NOT NULL       further groups, by key
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (c:Claim {id: id, tenant: $tenant})
  UNWIND [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] AS key
  WITH key WHERE key IS NOT NULL
  RETURN key
  UNION
  UNWIND $keys AS key
  RETURN key
}
WITH DISTINCT key
CALL (key) {
  MATCH (c:Claim {rivals_by_subject: key}) WHERE c.tenant = $tenant RETURN c, 'subject' AS kind
  UNION ALL
  MATCH (c:Claim {rivals_by_object: key}) WHERE c.tenant = $tenant RETURN c, 'object' AS kind
  UNION ALL
  MATCH (c:Claim {rivals_by_negation: key}) WHERE c.tenant = $tenant RETURN c, 'negation' AS kind
}
WITH key, kind, collect(c) AS members
CALL (members) {
  UNWIND members AS c
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  RETURN collect({claim: c.id, reason: a, eligible: a.state <> 'void' AND a.world_from IS NOT NULL
                  AND a.confidence >= $update_confidence AND NOT a.assistant_about_user}) AS reasons
}
CALL (reasons) {
  UNWIND reasons AS one
  WITH one WHERE one.eligible
  WITH one.reason.world_from AS at, collect(DISTINCT one.claim) AS claims
  RETURN collect({at: at, claims: claims}) AS starts
}
CALL (reasons, starts) {
  UNWIND starts + [one IN reasons WHERE one.eligible | {at: one.reason.world_grain_end, of: one}] AS moment
  WITH moment ORDER BY moment.at DESC, moment.of IS NOT NULL
  RETURN reduce(line = {next: null, other: null, ends: []}, moment IN collect(moment) | CASE
    WHEN moment.of IS NULL THEN {
      next: moment, ends: line.ends,
      other: CASE WHEN line.next.claims = moment.claims AND size(moment.claims) = 1 THEN line.other ELSE line.next END}
    ELSE {
      next: line.next, other: line.other,
      ends: line.ends + [{claim: moment.of.claim, reason: moment.of.reason,
                          until: CASE WHEN line.next.claims = [moment.of.claim] THEN line.other.at ELSE line.next.at END}]}
  END).ends AS ends
}
CALL (kind, reasons, ends) {
  UNWIND ends + [one IN reasons WHERE NOT one.eligible | {claim: one.claim, reason: one.reason, until: null}] AS end
  WITH kind, end.claim AS claim_id, end.reason AS a, end.until AS until
  WITH kind, claim_id, a, until,
       CASE kind WHEN 'subject' THEN a.until_by_subject WHEN 'object' THEN a.until_by_object ELSE a.until_by_negation END AS before
  WHERE before <> until OR (before IS NULL) <> (until IS NULL)
  FOREACH (_ IN CASE kind WHEN 'subject' THEN [1] ELSE [] END | SET a.until_by_subject = until)
  FOREACH (_ IN CASE kind WHEN 'object' THEN [1] ELSE [] END | SET a.until_by_object = until)
  FOREACH (_ IN CASE kind WHEN 'negation' THEN [1] ELSE [] END | SET a.until_by_negation = until)
  RETURN collect(DISTINCT claim_id) AS changed
}
UNWIND changed + CASE kind WHEN 'negation' THEN [c IN members | c.id] ELSE [] END AS claim_id
RETURN DISTINCT claim_id
ORDER BY claim_id
