// What people said of the truth of claims, and which word counts
// name:    audit.verdicts
// mode:    read
// grain:   one row per verdict
// law:     C5, T8
// why:     The latest verdict on a claim counts, and calibrations are fitted from those that do; what was said before
//          stays on record.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  verdict_id :: STRING NOT NULL       the verdict
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  verdict :: BOOLEAN NOT NULL         whether it is true
// returns  by :: STRING                        who judged
// returns  ground :: STRING                    on what ground
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// returns  in_force :: BOOLEAN NOT NULL        whether no later verdict had replaced it by then
// order:   recorded_at, verdict_id
// example: :param {tenant: 'default', known_at: null}
CYPHER 25
// without known_at, every act lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
MATCH (v:Verdict)
USING INDEX v:Verdict(tenant, recorded_at)
WHERE v.tenant = $tenant AND v.recorded_at <= k
MATCH (v)-[:JUDGES]->(c:Claim)
RETURN v.id AS verdict_id, c.id AS claim_id,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       v.verdict AS verdict, v.by AS by, v.ground AS ground, v.recorded_at AS recorded_at,
       coalesce(v.ended_at > k, true) AS in_force
ORDER BY recorded_at, verdict_id
