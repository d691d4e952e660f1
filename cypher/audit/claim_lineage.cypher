// Lineage of a claim: every reason for it, down to quotes and sources
// name:    audit.claim_lineage
// mode:    read
// grain:   one row per support of an assertion, for the claim and all it rests on
// law:     S1, C2, T8
// why:     Each row is one thing that one session's reason rests on: a message with its quote and source, or another
//          claim, whose own rows follow at the next depth. Reasons that count for nothing are listed too; those that their
//          session gave no longer say when it was sent without them, and their own supports are not followed.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  depth :: INTEGER NOT NULL           0 for the claim itself, then claims it rests on
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  session :: STRING NOT NULL          the caller's id of the session that gave it
// returns  session_id :: STRING NOT NULL       the session
// returns  confidence :: FLOAT                 of the reason, as it is calibrated now; null for a known_at
// returns  raw_confidence :: FLOAT NOT NULL    the same as the session gave it
// returns  calibration :: STRING               that made the one from the other (C5); null for a known_at
// returns  weight :: FLOAT                     what counts of that: less where a policy lowers what is partial (R3); null for a known_at
// returns  model :: STRING                     that gave it
// returns  state :: STRING                     intact, partial or void; null for a known_at
// returns  counts :: BOOLEAN NOT NULL          whether it counted then: it was not void
// returns  ended_at :: ZONED DATETIME          when its session gave it no longer
// returns  world_from :: ZONED DATETIME        since when it says so
// returns  world_basis :: STRING NOT NULL      stated, published, message or unknown
// returns  support_id :: STRING NOT NULL       what it rests on
// returns  support_kind :: STRING NOT NULL     observation or claim
// returns  support_external_id :: STRING       the caller's id of the message
// returns  text :: STRING NOT NULL             what that says
// returns  quote :: STRING                     the words that support it
// returns  source_id :: STRING                 where the observation is from
// returns  source_kind :: STRING               document, tool or speaker
// returns  source :: STRING                    the caller's id of the source
// returns  source_title :: STRING              its title
// returns  retracted :: BOOLEAN NOT NULL       whether the support was taken back or gone
// order:   depth, claim_id, assertion_id, support_id
// example: :param {tenant: 'default', id: 'clm-...', known_at: null}
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
MATCH (top:Claim {id: $id, tenant: $tenant})
CALL (top, k) {
  RETURN top AS c, 0 AS depth
  UNION
  MATCH p = (top) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE y.recorded_at <= k AND coalesce(y.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (c:Claim)
  RETURN c, min(length(p)) / 2 AS depth
}
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
WHERE a.recorded_at <= k
WITH depth, c, a, s, k, taken, EXISTS {
  MATCH (a)
  WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
    AND EXISTS {
      MATCH (a) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
    }
} AS counts
MATCH (a)-[r:RESTS_ON]->(x)
OPTIONAL MATCH (x)-[:FROM]->(source:Source)
RETURN depth, c.id AS claim_id,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       a.id AS assertion_id, s.external_id AS session, s.id AS session_id,
       CASE WHEN $known_at IS NULL THEN a.confidence END AS confidence, a.raw_confidence AS raw_confidence,
       CASE WHEN $known_at IS NULL THEN a.calibration END AS calibration,
       CASE WHEN $known_at IS NULL THEN coalesce(a.weight, a.confidence) END AS weight, a.model AS model,
       CASE WHEN $known_at IS NULL THEN a.state END AS state, counts,
       CASE WHEN a.ended_at <= k THEN a.ended_at ELSE head([i IN range(0, size(coalesce(a.gaps, [])) - 2, 2)
         WHERE a.gaps[i] <= k AND k < a.gaps[i + 1] | a.gaps[i]]) END AS ended_at,
       a.world_from AS world_from, a.world_basis AS world_basis,
       x.id AS support_id, CASE WHEN x:Claim THEN 'claim' ELSE 'observation' END AS support_kind,
       CASE WHEN x:Claim THEN null ELSE x.external_id END AS support_external_id,
       CASE WHEN x:Claim THEN coalesce(head(COLLECT {
         MATCH (x)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), x.statement) ELSE x.text END AS text, r.quote AS quote,
       source.id AS source_id, source.kind AS source_kind, source.external_id AS source, source.title AS source_title,
       CASE WHEN x:Claim THEN NOT EXISTS {
         MATCH (x)
         WHERE EXISTS {
           MATCH (x) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
             AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
         }
       } ELSE x IN taken OR NOT (x.recorded_at <= k AND coalesce(x.ended_at > k, true)
         AND none(i IN range(0, size(coalesce(x.gaps, [])) - 2, 2) WHERE x.gaps[i] <= k AND k < x.gaps[i + 1])) END AS retracted
ORDER BY depth, claim_id, assertion_id, support_id
