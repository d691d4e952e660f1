// Every reason of every claim that rests, however far up, on these nodes
// name:    erase.closure
// mode:    read
// grain:   one row per assertion
// law:     R1, R6
// why:     Erasing reaches what retraction reaches, and what was said once and is no longer: reasons and messages that
//          ended are in the store too. With each reason come its words and what it rests on, to tell what stays.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        observations, sources, sessions, claims
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  claim_id :: STRING NOT NULL         the claim
// returns  session_id :: STRING NOT NULL       the session that gave it
// returns  words :: STRING NOT NULL            its statement, value, unit and words about time, but no date in figures
// returns  names :: LIST<STRING> NOT NULL      of the entities that it names, and its predicate
// returns  supports :: LIST<MAP> NOT NULL      what it rests on: id, claim (whether it is one), quote, text
// order:   claim_id, assertion_id
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH (t:Observation {id: id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Source {id: id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Session {id: id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Claim {id: id, tenant: $tenant}) RETURN t
}
CALL (t) {
  MATCH (t) (()<-[:FROM|RECORDED_IN|MADE_IN|RESTS_ON|ASSERTED_BY]-()){1,} (c:Claim)
  RETURN DISTINCT c
  UNION
  WITH t WHERE t:Claim
  RETURN t AS c
}
WITH DISTINCT c
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
RETURN a.id AS assertion_id, c.id AS claim_id, a.session_id AS session_id,
       a.statement + ' ' + coalesce(a.value, '') + ' ' + coalesce(a.unit, '') + ' ' +
         CASE WHEN a.anchor_text =~ '[-+0-9:.TZWQ/ ]*' THEN '' ELSE coalesce(a.anchor_text, '') END AS words,
       a.entity_names + a.entity_external_ids + CASE WHEN a.predicate IS NULL THEN [] ELSE [a.predicate] END AS names,
       COLLECT { MATCH (a)-[r:RESTS_ON]->(x)
                 RETURN {id: x.id, claim: x:Claim, quote: r.quote, text: coalesce(x.text, x.statement)} ORDER BY x.id } AS supports
ORDER BY claim_id, assertion_id
