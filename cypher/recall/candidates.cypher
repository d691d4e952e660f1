// Claims as they may answer a question
// name:    recall.candidates
// mode:    read
// grain:   one row
// why:     What an answer and its ranking look at, of the claims that were found. In one row, with times as texts: a row
//          costs a client more than what it holds, and so does a time.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claims :: LIST<MAP> NOT NULL        id, kind, statement, predicate, negated; standing, validity and valid_until of the latest state; confidence (C1), confidence_shared (C3) and weakest_support; holdings (since, until and grain of each dated non-void assertion), times (since, until, grain and basis of what each of them says), functional (whether one of its kind holds at a time, law T3), shaken_by (id, statement and until of superseded claims that it depends on), entities (names and kinds of what it is about), notes it rests on directly, updated_by (standing claims whose update took effect), versions (those that update it, whether that took effect or not), contradicted_by (what it contradicts that is open, T6), calibrated (whether all its assertions are of calibrated models); by id, times as ISO 8601
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH {id: c.id,
      kind: c.kind,
      statement: c.statement,
      predicate: c.predicate,
      negated: c.negated,
      standing: c.standing,
      validity: c.validity,
      valid_until: toString(c.valid_until),
      confidence: c.confidence,
      confidence_shared: c.confidence_shared,
      weakest_support: c.weakest_support,
      holdings: COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL
                 RETURN {since: toString(a.holds_from), until: toString(a.valid_until), grain: a.world_grain} ORDER BY a.holds_from, a.valid_until, a.id },
      times: COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND a.world_from IS NOT NULL
                 RETURN {since: toString(a.world_from), until: toString(a.world_to), grain: a.world_grain, basis: a.world_basis} ORDER BY a.world_from, a.id },
      functional: c.rivals_by_subject IS NOT NULL OR c.rivals_by_object IS NOT NULL,
      shaken_by: COLLECT { WITH c WHERE c.validity < 1
                 CALL (c) { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS first }
                 CALL (first) { UNWIND first AS x MATCH (x)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS second }
                 CALL (second) { UNWIND second AS x MATCH (x)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS third }
                 CALL (third) { UNWIND third AS x MATCH (x)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(y:Claim) WHERE a.state <> 'void' RETURN collect(DISTINCT y) AS fourth }
                 UNWIND first + second + third + fourth AS d
                 WITH DISTINCT d WHERE d.valid_until IS NOT NULL AND d.standing <> 'unsupported'
                 WITH d ORDER BY d.valid_until DESC, d.id
                 RETURN {id: d.id, statement: d.statement, until: toString(d.valid_until)} AS d
                 UNION
                 MATCH (c)<-[r:CAUSES|ENABLES]-(d:Claim)
                 WHERE c.validity < 1 AND r.ended_at IS NULL AND NOT r.retracted AND d.valid_until IS NOT NULL AND d.standing <> 'unsupported'
                 WITH DISTINCT d ORDER BY d.valid_until DESC, d.id
                 RETURN {id: d.id, statement: d.statement, until: toString(d.valid_until)} AS d },
      entities: COLLECT { MATCH (c)-[about:ABOUT]->(e:Entity) WHERE about.ended_at IS NULL UNWIND [e.name, e.kind] AS word RETURN DISTINCT word ORDER BY word },
      notes: COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(n:Note)
                 WHERE a.state <> 'void' AND NOT n:Retracted AND n.ended_at IS NULL RETURN DISTINCT n.id ORDER BY n.id },
      updated_by: COLLECT { MATCH (c)<-[r:UPDATES]-(u:Claim) WHERE r.effective_at IS NOT NULL WITH u, max(r.effective_at) AS at RETURN u.id ORDER BY at DESC, u.id },
      versions: COLLECT { MATCH (c)<-[r:UPDATES]-(u:Claim) WHERE r.ended_at IS NULL AND NOT r.retracted AND u.standing <> 'unsupported'
                 RETURN DISTINCT u.id ORDER BY u.id },
      contradicted_by: COLLECT { MATCH (c)-[r:CONTRADICTS]-(o:Claim) WHERE r.ended_at IS NULL AND NOT r.retracted AND o.standing <> 'unsupported' AND NOT o:Pruned
                   AND (NOT EXISTS { (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL }
                     OR NOT EXISTS { (o)-[:ASSERTED_BY]->(b:Assertion) WHERE b.state <> 'void' AND coalesce(b.holds_from, b.valid_until) IS NOT NULL }
                     OR EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion), (o)-[:ASSERTED_BY]->(b:Assertion)
                                 WHERE a.state <> 'void' AND b.state <> 'void'
                                   AND coalesce(a.holds_from, a.valid_until) IS NOT NULL AND coalesce(b.holds_from, b.valid_until) IS NOT NULL
                                   AND (a.valid_until IS NULL OR b.holds_from IS NULL OR b.holds_from < a.valid_until)
                                   AND (b.valid_until IS NULL OR a.holds_from IS NULL OR a.holds_from < b.valid_until) })
                 RETURN DISTINCT o.id ORDER BY o.id },
      calibrated: c.standing <> 'unsupported' AND NOT EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND a.calibration IS NULL }} AS claim
ORDER BY claim.id
RETURN collect(claim) AS claims
