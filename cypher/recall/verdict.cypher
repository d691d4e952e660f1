// The verdict that counts for a claim
// name:    recall.verdict
// mode:    read
// grain:   at most one row
// law:     C5, T8
// why:     What a person said of its truth stands beside what it rests on, and changes nothing of that.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  id :: STRING NOT NULL               the verdict
// returns  verdict :: BOOLEAN NOT NULL         whether the claim is true
// returns  by :: STRING                        who judged
// returns  ground :: STRING                    on what ground
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// order:   one row
CYPHER 25
// without known_at, every act lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
MATCH (:Claim {id: $id, tenant: $tenant})<-[:JUDGES]-(v:Verdict)
WHERE v.recorded_at <= k AND coalesce(v.ended_at > k, true)
RETURN v.id AS id, v.verdict AS verdict, v.by AS by, v.ground AS ground, v.recorded_at AS recorded_at
