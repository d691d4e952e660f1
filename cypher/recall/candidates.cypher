// Claims as they may answer a question
// name:    recall.candidates
// mode:    read
// grain:   one row per claim
// why:     What an answer and its ranking look at, of the claims that were found.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  id :: STRING NOT NULL               the claim
// returns  kind :: STRING NOT NULL             fact, or the kind of event
// returns  statement :: STRING NOT NULL        its wording
// returns  predicate :: STRING                 its predicate
// returns  negated :: BOOLEAN NOT NULL         whether it denies
// returns  standing :: STRING NOT NULL         supported, weakened or unsupported
// returns  validity :: FLOAT NOT NULL          validity of the latest state
// returns  valid_until :: ZONED DATETIME       when it was superseded
// returns  confidence :: FLOAT NOT NULL        C1
// returns  confidence_shared :: FLOAT NOT NULL  C3
// returns  weakest_support :: FLOAT NOT NULL   least along its support chain
// returns  holdings :: LIST<MAP> NOT NULL      since, until and grain of each dated non-void assertion
// returns  times :: LIST<MAP> NOT NULL         since, until, grain and basis of what each dated non-void assertion says
// returns  functional :: BOOLEAN NOT NULL      whether one of its kind holds at a time (law T3)
// returns  shaken_by :: LIST<MAP> NOT NULL     id, statement and until of superseded claims that it depends on
// returns  entities :: LIST<STRING> NOT NULL   names and kinds of what it is about
// returns  notes :: LIST<STRING> NOT NULL      notes it rests on directly
// returns  updated_by :: LIST<STRING> NOT NULL  standing claims whose update took effect
// returns  versions :: LIST<STRING> NOT NULL   standing claims that update it, whether that took effect or not
// returns  contradicted_by :: LIST<STRING> NOT NULL  claims that it contradicts and that are open (T6)
// returns  calibrated :: BOOLEAN NOT NULL      whether all its assertions are of calibrated models
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
RETURN c.id AS id, c.kind AS kind, c.statement AS statement, c.predicate AS predicate, c.negated AS negated,
       c.standing AS standing, c.validity AS validity, c.valid_until AS valid_until,
       c.confidence AS confidence, c.confidence_shared AS confidence_shared, c.weakest_support AS weakest_support,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL
                 RETURN {since: a.holds_from, until: a.valid_until, grain: a.world_grain} ORDER BY a.holds_from, a.valid_until, a.id } AS holdings,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND a.world_from IS NOT NULL
                 RETURN {since: a.world_from, until: a.world_to, grain: a.world_grain, basis: a.world_basis} ORDER BY a.world_from, a.id } AS times,
       c.rivals_by_subject IS NOT NULL OR c.rivals_by_object IS NOT NULL AS functional,
       COLLECT { WITH c WHERE c.validity < 1
                 CALL (c) { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS first }
                 CALL (first) { UNWIND first AS x MATCH (x)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS second }
                 CALL (second) { UNWIND second AS x MATCH (x)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS third }
                 CALL (third) { UNWIND third AS x MATCH (x)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS fourth }
                 UNWIND first + second + third + fourth AS d
                 WITH DISTINCT d WHERE d.valid_until IS NOT NULL AND d.standing <> 'unsupported'
                 RETURN {id: d.id, statement: d.statement, until: d.valid_until} AS d ORDER BY d.until DESC, d.id
                 UNION
                 MATCH (c)<-[r:CAUSES|ENABLES]-(d:Claim)
                 WHERE c.validity < 1 AND r.ended_at IS NULL AND NOT r.retracted AND d.valid_until IS NOT NULL AND d.standing <> 'unsupported'
                 RETURN DISTINCT {id: d.id, statement: d.statement, until: d.valid_until} AS d ORDER BY d.until DESC, d.id } AS shaken_by,
       COLLECT { MATCH (c)-[about:ABOUT]->(e:Entity) WHERE about.ended_at IS NULL UNWIND [e.name, e.kind] AS word RETURN DISTINCT word ORDER BY word } AS entities,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(n:Note)
                 WHERE a.state <> 'void' AND NOT n:Retracted AND n.ended_at IS NULL RETURN DISTINCT n.id ORDER BY n.id } AS notes,
       COLLECT { MATCH (c)<-[r:UPDATES]-(u:Claim) WHERE r.effective_at IS NOT NULL WITH u, max(r.effective_at) AS at RETURN u.id ORDER BY at DESC, u.id } AS updated_by,
       COLLECT { MATCH (c)<-[r:UPDATES]-(u:Claim) WHERE r.ended_at IS NULL AND NOT r.retracted AND u.standing <> 'unsupported'
                 RETURN DISTINCT u.id ORDER BY u.id } AS versions,
       COLLECT { MATCH (c)-[r:CONTRADICTS]-(o:Claim) WHERE r.ended_at IS NULL AND NOT r.retracted AND o.standing <> 'unsupported' AND NOT o:Pruned
                   AND (NOT EXISTS { (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL }
                     OR NOT EXISTS { (o)-[:ASSERTED_BY]->(b:Assertion) WHERE b.state <> 'void' AND coalesce(b.holds_from, b.valid_until) IS NOT NULL }
                     OR EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion), (o)-[:ASSERTED_BY]->(b:Assertion)
                                 WHERE a.state <> 'void' AND b.state <> 'void'
                                   AND coalesce(a.holds_from, a.valid_until) IS NOT NULL AND coalesce(b.holds_from, b.valid_until) IS NOT NULL
                                   AND (a.valid_until IS NULL OR b.holds_from IS NULL OR b.holds_from < a.valid_until)
                                   AND (b.valid_until IS NULL OR a.holds_from IS NULL OR a.holds_from < b.valid_until) })
                 RETURN DISTINCT o.id ORDER BY o.id } AS contradicted_by,
       c.standing <> 'unsupported' AND NOT EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND a.calibration IS NULL } AS calibrated
ORDER BY id
