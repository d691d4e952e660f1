// By whom and when a claim was asserted
// name:    audit.asserted_by
// mode:    read
// grain:   one row per assertion
// law:     T8
// why:     Who said what a reason rests on, in which session it was given, and when the store learned of it. What a session
//          gives no longer is listed with the time it stopped.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING                        a claim; null for all
// param    session :: STRING                   the caller's id of a session, or the store's; null for all
// param    speaker :: STRING                   who said one of the messages; null for all
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  recorded_at :: ZONED DATETIME NOT NULL  when the store learned of it
// returns  claim_id :: STRING NOT NULL         the claim
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  statement :: STRING NOT NULL        as this reason words it
// returns  session :: STRING NOT NULL          the caller's id of the session
// returns  session_id :: STRING NOT NULL       the session
// returns  speakers :: LIST<STRING> NOT NULL   who said the messages it rests on directly
// returns  said_at :: ZONED DATETIME           when the last of these was said, as its session has it now
// returns  model :: STRING                     that gave it
// returns  raw_confidence :: FLOAT NOT NULL    as that gave it
// returns  ended_at :: ZONED DATETIME          when its session gave it no longer
// returns  counts :: BOOLEAN NOT NULL          whether it counted then: it was not void
// order:   recorded_at, claim_id, assertion_id
// example: :param {tenant: 'default', id: 'clm-...', session: null, speaker: null, known_at: null}
CYPHER 25
// without known_at, every act and every ending lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
CALL (k) {
  MATCH (r:Retraction)
  WHERE r.tenant = $tenant AND r.recorded_at <= k AND coalesce(r.undone_at > k, true)
  MATCH (r)-[act:RETRACTS]->(t)
  CALL (t, act) {
    WITH t
    WHERE t:Observation
    RETURN t AS x
    UNION
    MATCH (t)<-[:FROM|RECORDED_IN|MADE_IN]-(x)
    RETURN x
    UNION
    MATCH (t)-[:ASSERTED_BY]->(x:Assertion)
    WHERE x.id IN act.assertion_ids
    RETURN x
  }
  RETURN collect(DISTINCT x) AS taken
}
MATCH (c:Claim)
USING INDEX c:Claim(tenant)
WHERE c.tenant = $tenant AND ($id IS NULL OR c.id = $id)
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
WHERE a.recorded_at <= k AND ($session IS NULL OR s.external_id = $session OR s.id = $session)
CALL (a) {
  MATCH (a)-[:RESTS_ON]->(o:Observation)
  WITH o ORDER BY o.speaker
  RETURN collect(DISTINCT o.speaker) AS speakers, max(o.observed_at) AS said_at
}
WITH c, a, s, k, taken, speakers, said_at
WHERE $speaker IS NULL OR $speaker IN speakers
RETURN a.recorded_at AS recorded_at, c.id AS claim_id, a.id AS assertion_id, a.statement AS statement,
       s.external_id AS session, s.id AS session_id, speakers, said_at, a.model AS model, a.raw_confidence AS raw_confidence,
       CASE WHEN a.ended_at <= k THEN a.ended_at ELSE head([i IN range(0, size(coalesce(a.gaps, [])) - 2, 2)
         WHERE a.gaps[i] <= k AND k < a.gaps[i + 1] | a.gaps[i]]) END AS ended_at,
       EXISTS {
         MATCH (a)
         WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
           AND EXISTS {
             MATCH (a) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
               AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
           }
       } AS counts
ORDER BY recorded_at, claim_id, assertion_id
