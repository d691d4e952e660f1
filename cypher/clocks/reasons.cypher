// Reasons for these claims that were known at a time, with what they rest on and what took them back
// name:    clocks.reasons
// mode:    read
// grain:   one row per assertion
// law:     T8
// why:     Base facts only: recorded by then and not ended by then, with the acts in force then on the reason's session, on its
//          claim and on each support. Everything derived is computed from these.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    known_at :: ZONED DATETIME          what was known then; null for what is known now
// returns  claim_id :: STRING NOT NULL         the claim
// returns  kind :: STRING NOT NULL             fact, or the kind of event
// returns  negated :: BOOLEAN NOT NULL         whether the claim denies
// returns  recorded_at :: ZONED DATETIME NOT NULL  when the claim was first stored
// returns  hidden :: BOOLEAN NOT NULL          whether the claim is removed or pruned now
// returns  pruned :: BOOLEAN NOT NULL          whether it is pruned now
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  session_id :: STRING NOT NULL       the session that gives it
// returns  session :: STRING NOT NULL          the caller's id of that
// returns  statement :: STRING NOT NULL        its wording
// returns  wording_key :: STRING NOT NULL      its place among the wordings (law I3)
// returns  about :: LIST<STRING> NOT NULL      role:id of each entity that it names
// returns  raw_confidence :: FLOAT NOT NULL    as the session gave it
// returns  model :: STRING                     that concluded it
// returns  source_ids :: LIST<STRING> NOT NULL  its root sources
// returns  erased_supports :: INTEGER NOT NULL  supports that were erased
// returns  world_from :: ZONED DATETIME        start of its world time
// returns  world_grain_end :: ZONED DATETIME   end of the unit that start names
// returns  world_to :: ZONED DATETIME          end that it states
// returns  world_grain :: STRING              how exact that start is
// returns  world_basis :: STRING NOT NULL      where its world time is from
// returns  assistant_about_user :: BOOLEAN NOT NULL  whether it is an assistant's about the user
// returns  rivals_by_subject :: STRING         key of the claim's rivals of that kind (law T3)
// returns  rivals_by_object :: STRING          key of the claim's rivals of that kind
// returns  rivals_by_negation :: STRING        key of the claim's rivals of that kind
// returns  session_acts :: LIST<STRING> NOT NULL  policies of the acts on its session
// returns  claim_acts :: LIST<MAP> NOT NULL    of the acts on its claim: policy, and names: whether it voids this reason
// returns  supports :: LIST<MAP> NOT NULL      what it rests on, with said (an observation known then) and acts (policies)
// order:   claim_id, assertion_id
CYPHER 25
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)
WHERE a.recorded_at <= k AND coalesce(a.ended_at > k, true)
  AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
MATCH (a)-[:MADE_IN]->(s:Session)
RETURN c.id AS claim_id, c.kind AS kind, c.negated AS negated, c.recorded_at AS recorded_at, c:Removed OR c:Pruned AS hidden, c:Pruned AS pruned,
       a.id AS assertion_id, s.id AS session_id, s.external_id AS session, a.statement AS statement, a.wording_key AS wording_key,
       a.about AS about, a.raw_confidence AS raw_confidence, a.model AS model, a.source_ids AS source_ids,
       coalesce(a.erased_supports, 0) AS erased_supports, a.world_from AS world_from, a.world_grain_end AS world_grain_end,
       a.world_to AS world_to, a.world_grain AS world_grain, a.world_basis AS world_basis, a.assistant_about_user AS assistant_about_user,
       c.rivals_by_subject AS rivals_by_subject, c.rivals_by_object AS rivals_by_object, c.rivals_by_negation AS rivals_by_negation,
       COLLECT { MATCH (s)<-[:RETRACTS]-(r:Retraction)
                 WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
                 RETURN r.policy ORDER BY r.policy } AS session_acts,
       COLLECT { MATCH (c)<-[act:RETRACTS]-(r:Retraction)
                 WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
                 RETURN {policy: r.policy, names: a.id IN act.assertion_ids} ORDER BY r.id } AS claim_acts,
       COLLECT {
         MATCH (a)-[rests:RESTS_ON]->(x)
         OPTIONAL MATCH (x)-[:FROM]->(source:Source)
         WITH x, rests, source, x.recorded_at <= k AND coalesce(x.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(x.gaps, [])) - 2, 2) WHERE x.gaps[i] <= k AND k < x.gaps[i + 1]) AS said,
           COLLECT { MATCH (x)-[:FROM|RECORDED_IN]->{0,1}(t)<-[:RETRACTS]-(r:Retraction)
                     WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
                     RETURN r.policy ORDER BY r.policy } AS acts
         RETURN {id: x.id, claim: x:Claim, said: said, acts: acts, quote: rests.quote, text: coalesce(x.text, x.statement),
                 external_id: CASE WHEN x:Claim THEN null ELSE x.external_id END, source_id: source.id} ORDER BY x.id
       } AS supports
ORDER BY claim_id, assertion_id
