// Reasons for these claims that were known at a time, with what they rest on and what took them back
// name:    clocks.reasons
// mode:    read
// grain:   one row
// law:     T8
// why:     Base facts only: recorded by then and not ended by then, with the acts in force then on the reason's session, on its
//          claim and on each support. Everything derived is computed from these.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    known_at :: ZONED DATETIME          what was known then; null for what is known now
// returns  reasons :: LIST<MAP> NOT NULL               of the claim: claim_id, kind, negated, recorded_at (when it was first stored), hidden and pruned (now), rivals_by_subject, rivals_by_object and rivals_by_negation (keys of law T3); of the reason: assertion_id, session_id and session (the caller's id), statement, wording_key (its place among the wordings, law I3), about (role:id of each entity), raw_confidence, model, source_ids (its root sources), erased_supports (how many), world_from, world_grain_end, world_to, world_grain, world_basis, assistant_about_user; session_acts (policies of the acts on its session), claim_acts (of those on its claim policy, and names: whether it voids this reason), supports (what it rests on, with said: an observation known then, and acts: policies); by both ids, times as ISO 8601
// order:   one row
CYPHER 25
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)
WHERE a.recorded_at <= k AND coalesce(a.ended_at > k, true)
  AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
MATCH (a)-[:MADE_IN]->(s:Session)
WITH {claim_id: c.id, kind: c.kind, negated: c.negated, recorded_at: toString(c.recorded_at), hidden: c:Removed OR c:Pruned,
      pruned: c:Pruned, assertion_id: a.id, session_id: s.id, session: s.external_id, statement: a.statement,
      wording_key: a.wording_key, about: a.about, raw_confidence: a.raw_confidence, model: a.model, source_ids: a.source_ids,
      erased_supports: coalesce(a.erased_supports, 0), world_from: toString(a.world_from),
      world_grain_end: toString(a.world_grain_end), world_to: toString(a.world_to), world_grain: a.world_grain,
      world_basis: a.world_basis, assistant_about_user: a.assistant_about_user, rivals_by_subject: c.rivals_by_subject,
      rivals_by_object: c.rivals_by_object, rivals_by_negation: c.rivals_by_negation,
      session_acts: COLLECT { MATCH (s)<-[:RETRACTS]-(r:Retraction)
                 WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
                 RETURN r.policy ORDER BY r.policy },
      claim_acts: COLLECT { MATCH (c)<-[act:RETRACTS]-(r:Retraction)
                 WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
                 RETURN {policy: r.policy, names: a.id IN act.assertion_ids} ORDER BY r.id },
      supports: COLLECT {
         MATCH (a)-[rests:RESTS_ON]->(x)
         OPTIONAL MATCH (x)-[:FROM]->(source:Source)
         WITH x, rests, source, x.recorded_at <= k AND coalesce(x.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(x.gaps, [])) - 2, 2) WHERE x.gaps[i] <= k AND k < x.gaps[i + 1]) AS said,
           COLLECT { MATCH (x)-[:FROM|RECORDED_IN]->{0,1}(t)<-[:RETRACTS]-(r:Retraction)
                     WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
                     RETURN r.policy ORDER BY r.policy } AS acts
         RETURN {id: x.id, claim: x:Claim, said: said, acts: acts, quote: rests.quote, text: coalesce(x.text, x.statement),
                 external_id: CASE WHEN x:Claim THEN null ELSE x.external_id END, source_id: source.id} ORDER BY x.id
       }} AS reason
ORDER BY reason.claim_id, reason.assertion_id
RETURN collect(reason) AS reasons
