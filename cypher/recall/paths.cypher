// Evidence paths from the claims found for a question
// name:    recall.paths
// mode:    read
// grain:   one row
// law:     P2, P3, I4
// why:     From the seeds along semantic relations in both directions, hop by hop: each hop is pruned while it expands and cut
//          to the best `beam` paths by the score that they have so far, for which a claim is as relevant as its own words; what
//          the notes make of it is asked for the paths that are left. The hop is written out four times, as many as there
//          may be. Of a claim that has more than `hub` relations only those to claims near the question are read. A claim's
//          time is from the start of the first to the end of the last stated or published time of its reasons, as linking
//          sees it.
// param    tenant :: STRING NOT NULL           whose data
// param    seeds :: LIST<STRING> NOT NULL      claims to start from
// param    near :: LIST<STRING> NOT NULL       claims near the question, for which a hub is left
// param    vector :: LIST<FLOAT> NOT NULL      vector of the question
// param    as_of :: ZONED DATETIME             state of the world then; null for the latest
// param    max_hops :: INTEGER NOT NULL        relations of a path at most, up to 4
// param    beam :: INTEGER NOT NULL            paths of each hop that are kept
// param    hub :: INTEGER NOT NULL             relations of a claim that are all read
// param    weights :: MAP NOT NULL             of ns, pc, tc and uv, and `disputed`: what a CONTRADICTS leaves of pc
// param    discounts :: MAP NOT NULL           by type of relation
// returns  paths :: LIST<MAP> NOT NULL         claims, the validity of each, relations, in_order; the best of each hop first
// returns  relevance :: LIST<MAP> NOT NULL     id and relevance of each claim on them: the best cosine of the notes it rests on, or its own
// returns  beam_cut :: INTEGER NOT NULL        paths that beams cut
// returns  hub_cut :: INTEGER NOT NULL         relations of hubs that were not followed
// returns  open_ends :: INTEGER NOT NULL       paths of the last hop that would go on
// order:   one row
CYPHER 25
UNWIND $seeds AS id
MATCH (m:Claim {id: id})
WITH DISTINCT m
WHERE m.tenant = $tenant AND m.standing <> 'unsupported' AND NOT m:Pruned AND $max_hops > 0
CALL (m) {
  MATCH (m)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void'
  WITH count(coalesce(a.holds_from, a.valid_until)) AS dated,
       count(CASE WHEN coalesce(a.holds_from <= $as_of, true) THEN coalesce(a.holds_from, a.valid_until) END) AS begun,
       count(CASE WHEN coalesce(a.holds_from <= $as_of, true) AND coalesce(a.valid_until > $as_of, true)
                  THEN coalesce(a.holds_from, a.valid_until) END) AS held,
       min(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_from END) AS starts,
       max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true)
                THEN coalesce(a.world_grain_end, a.world_from) END) AS grain_ends,
       max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_to END) AS told_ends
  WITH dated, begun, held, starts, CASE WHEN told_ends > grain_ends THEN told_ends ELSE grain_ends END AS ends
  WHERE $as_of IS NULL OR dated = 0 OR begun > 0
  RETURN coalesce(2.0 * vector.similarity.cosine(m.embedding, $vector) - 1.0, 0.0) AS relevance, starts, ends,
         CASE WHEN $as_of IS NULL THEN m.validity WHEN dated > 0 AND held = 0 THEN 0.0
              WHEN m.validity = 0.0 THEN 1.0 ELSE m.validity END AS validity
}
WITH collect({nodes: [m], claims: [m.id], relevance: [relevance], validity: [validity], relations: [], key: [m.id], last: '',
              in_order: true, pc: 1.0, disputed: 1.0, starts: starts, ends: ends}) AS front0
CALL (front0) {
  UNWIND CASE WHEN $max_hops >= 1 THEN front0 ELSE [] END AS path
  WITH path.nodes[-1] AS n, collect(path) AS paths
  WITH n, paths, COUNT { (n)-[:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-() } AS degree
  CALL (n, degree) {
    CALL (n, degree) {
      WITH n, degree WHERE degree <= $hub
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m:Claim)
      RETURN r, m
      UNION ALL
      WITH n, degree WHERE degree > $hub
      UNWIND $near AS id
      MATCH (m:Claim {id: id})
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m)
      RETURN r, m
    }
    WITH n, r, m
    ORDER BY r.confidence DESC, coalesce(r.session_id, r.rivalry), r.method
    WHERE r.ended_at IS NULL AND NOT r.retracted AND coalesce(r.invalidated_at > $as_of, r.invalidated_at IS NULL)
      AND m.tenant = $tenant AND m.standing <> 'unsupported' AND NOT m:Pruned
    WITH m, type(r) AS type, startNode(r) = n AS forward, head(collect(r)) AS r
    RETURN collect({claim: m, forward: forward, type: type, confidence: r.confidence, justification: r.justification}) AS ways
  }
  WITH collect({paths: paths, ways: ways}) AS groups, sum(CASE WHEN degree > $hub THEN degree - size(ways) ELSE 0 END) AS hub_cut
  CALL (groups) {
    UNWIND groups AS group
    UNWIND group.ways AS way
    UNWIND group.paths AS path
    WITH path, way, way.claim AS m, way.type IN ['CAUSES', 'PREVENTS'] AS ends_with_source
    WHERE NOT m IN path.nodes AND NOT (way.type = 'CONTRADICTS' AND path.last = 'CONTRADICTS')
      AND NOT (ends_with_source AND way.forward AND path.validity[-1] = 0.0)
    WITH m, collect({path: path, way: way, needs: ends_with_source AND NOT way.forward}) AS steps
    CALL (m) {
      MATCH (m)-[:ASSERTED_BY]->(a:Assertion)
      WHERE a.state <> 'void'
      WITH count(coalesce(a.holds_from, a.valid_until)) AS dated,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) THEN coalesce(a.holds_from, a.valid_until) END) AS begun,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) AND coalesce(a.valid_until > $as_of, true)
                      THEN coalesce(a.holds_from, a.valid_until) END) AS held,
           min(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_from END) AS starts,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true)
                    THEN coalesce(a.world_grain_end, a.world_from) END) AS grain_ends,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_to END) AS told_ends
      WITH dated, begun, held, starts, CASE WHEN told_ends > grain_ends THEN told_ends ELSE grain_ends END AS ends
      WHERE $as_of IS NULL OR dated = 0 OR begun > 0
      RETURN coalesce(2.0 * vector.similarity.cosine(m.embedding, $vector) - 1.0, 0.0) AS relevance, starts, ends,
             CASE WHEN $as_of IS NULL THEN m.validity WHEN dated > 0 AND held = 0 THEN 0.0
                  WHEN m.validity = 0.0 THEN 1.0 ELSE m.validity END AS validity
    }
    UNWIND steps AS step
    WITH m, step.path AS path, step.way AS way, relevance, validity, starts, ends
    WHERE NOT step.needs OR validity > 0.0
    WITH m, path, way, relevance, validity, starts, ends, way.type IN ['UPDATES', 'CONTRADICTS'] AS evolves,
         CASE WHEN way.forward THEN path ELSE {starts: starts, ends: ends} END AS source,
         CASE WHEN way.forward THEN {starts: starts, ends: ends} ELSE path END AS target
    WHERE evolves OR coalesce(source.starts < target.ends, true)
    WITH {nodes: path.nodes + [m], claims: path.claims + [m.id], relevance: path.relevance + [relevance],
          validity: path.validity + [validity], key: path.key + [way.type + CASE WHEN way.forward THEN ' to' ELSE ' from' END, m.id],
          relations: path.relations + [way {.type, .confidence, .justification,
            `start`: CASE WHEN way.forward THEN path.claims[-1] ELSE m.id END,
            `end`: CASE WHEN way.forward THEN m.id ELSE path.claims[-1] END}],
          in_order: path.in_order AND (way.type <> 'BEFORE' OR coalesce(source.ends <= target.starts, true)),
          last: way.type, pc: path.pc * way.confidence * $discounts[way.type],
          disputed: CASE WHEN way.type = 'CONTRADICTS' THEN $weights.disputed ELSE path.disputed END,
          starts: starts, ends: ends} AS path
    WITH path, $weights.ns * reduce(sum = 0.0, one IN path.relevance | sum + one) / size(path.relevance)
         + $weights.pc * path.pc * path.disputed + $weights.tc * CASE WHEN path.in_order THEN 1.0 ELSE 0.0 END
         + $weights.uv * reduce(least = 1.0, one IN path.validity | CASE WHEN one < least THEN one ELSE least END) AS score
    ORDER BY score DESC, path.key
    WITH collect(path) AS found
    RETURN found[0..$beam] AS front1, CASE WHEN size(found) > $beam THEN size(found) - $beam ELSE 0 END AS beam_cut
  }
  RETURN front1, beam_cut AS beam_cut1, hub_cut AS hub_cut1
}
CALL (front1) {
  UNWIND CASE WHEN $max_hops >= 2 THEN front1 ELSE [] END AS path
  WITH path.nodes[-1] AS n, collect(path) AS paths
  WITH n, paths, COUNT { (n)-[:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-() } AS degree
  CALL (n, degree) {
    CALL (n, degree) {
      WITH n, degree WHERE degree <= $hub
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m:Claim)
      RETURN r, m
      UNION ALL
      WITH n, degree WHERE degree > $hub
      UNWIND $near AS id
      MATCH (m:Claim {id: id})
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m)
      RETURN r, m
    }
    WITH n, r, m
    ORDER BY r.confidence DESC, coalesce(r.session_id, r.rivalry), r.method
    WHERE r.ended_at IS NULL AND NOT r.retracted AND coalesce(r.invalidated_at > $as_of, r.invalidated_at IS NULL)
      AND m.tenant = $tenant AND m.standing <> 'unsupported' AND NOT m:Pruned
    WITH m, type(r) AS type, startNode(r) = n AS forward, head(collect(r)) AS r
    RETURN collect({claim: m, forward: forward, type: type, confidence: r.confidence, justification: r.justification}) AS ways
  }
  WITH collect({paths: paths, ways: ways}) AS groups, sum(CASE WHEN degree > $hub THEN degree - size(ways) ELSE 0 END) AS hub_cut
  CALL (groups) {
    UNWIND groups AS group
    UNWIND group.ways AS way
    UNWIND group.paths AS path
    WITH path, way, way.claim AS m, way.type IN ['CAUSES', 'PREVENTS'] AS ends_with_source
    WHERE NOT m IN path.nodes AND NOT (way.type = 'CONTRADICTS' AND path.last = 'CONTRADICTS')
      AND NOT (ends_with_source AND way.forward AND path.validity[-1] = 0.0)
    WITH m, collect({path: path, way: way, needs: ends_with_source AND NOT way.forward}) AS steps
    CALL (m) {
      MATCH (m)-[:ASSERTED_BY]->(a:Assertion)
      WHERE a.state <> 'void'
      WITH count(coalesce(a.holds_from, a.valid_until)) AS dated,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) THEN coalesce(a.holds_from, a.valid_until) END) AS begun,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) AND coalesce(a.valid_until > $as_of, true)
                      THEN coalesce(a.holds_from, a.valid_until) END) AS held,
           min(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_from END) AS starts,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true)
                    THEN coalesce(a.world_grain_end, a.world_from) END) AS grain_ends,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_to END) AS told_ends
      WITH dated, begun, held, starts, CASE WHEN told_ends > grain_ends THEN told_ends ELSE grain_ends END AS ends
      WHERE $as_of IS NULL OR dated = 0 OR begun > 0
      RETURN coalesce(2.0 * vector.similarity.cosine(m.embedding, $vector) - 1.0, 0.0) AS relevance, starts, ends,
             CASE WHEN $as_of IS NULL THEN m.validity WHEN dated > 0 AND held = 0 THEN 0.0
                  WHEN m.validity = 0.0 THEN 1.0 ELSE m.validity END AS validity
    }
    UNWIND steps AS step
    WITH m, step.path AS path, step.way AS way, relevance, validity, starts, ends
    WHERE NOT step.needs OR validity > 0.0
    WITH m, path, way, relevance, validity, starts, ends, way.type IN ['UPDATES', 'CONTRADICTS'] AS evolves,
         CASE WHEN way.forward THEN path ELSE {starts: starts, ends: ends} END AS source,
         CASE WHEN way.forward THEN {starts: starts, ends: ends} ELSE path END AS target
    WHERE evolves OR coalesce(source.starts < target.ends, true)
    WITH {nodes: path.nodes + [m], claims: path.claims + [m.id], relevance: path.relevance + [relevance],
          validity: path.validity + [validity], key: path.key + [way.type + CASE WHEN way.forward THEN ' to' ELSE ' from' END, m.id],
          relations: path.relations + [way {.type, .confidence, .justification,
            `start`: CASE WHEN way.forward THEN path.claims[-1] ELSE m.id END,
            `end`: CASE WHEN way.forward THEN m.id ELSE path.claims[-1] END}],
          in_order: path.in_order AND (way.type <> 'BEFORE' OR coalesce(source.ends <= target.starts, true)),
          last: way.type, pc: path.pc * way.confidence * $discounts[way.type],
          disputed: CASE WHEN way.type = 'CONTRADICTS' THEN $weights.disputed ELSE path.disputed END,
          starts: starts, ends: ends} AS path
    WITH path, $weights.ns * reduce(sum = 0.0, one IN path.relevance | sum + one) / size(path.relevance)
         + $weights.pc * path.pc * path.disputed + $weights.tc * CASE WHEN path.in_order THEN 1.0 ELSE 0.0 END
         + $weights.uv * reduce(least = 1.0, one IN path.validity | CASE WHEN one < least THEN one ELSE least END) AS score
    ORDER BY score DESC, path.key
    WITH collect(path) AS found
    RETURN found[0..$beam] AS front2, CASE WHEN size(found) > $beam THEN size(found) - $beam ELSE 0 END AS beam_cut
  }
  RETURN front2, beam_cut AS beam_cut2, hub_cut AS hub_cut2
}
CALL (front2) {
  UNWIND CASE WHEN $max_hops >= 3 THEN front2 ELSE [] END AS path
  WITH path.nodes[-1] AS n, collect(path) AS paths
  WITH n, paths, COUNT { (n)-[:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-() } AS degree
  CALL (n, degree) {
    CALL (n, degree) {
      WITH n, degree WHERE degree <= $hub
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m:Claim)
      RETURN r, m
      UNION ALL
      WITH n, degree WHERE degree > $hub
      UNWIND $near AS id
      MATCH (m:Claim {id: id})
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m)
      RETURN r, m
    }
    WITH n, r, m
    ORDER BY r.confidence DESC, coalesce(r.session_id, r.rivalry), r.method
    WHERE r.ended_at IS NULL AND NOT r.retracted AND coalesce(r.invalidated_at > $as_of, r.invalidated_at IS NULL)
      AND m.tenant = $tenant AND m.standing <> 'unsupported' AND NOT m:Pruned
    WITH m, type(r) AS type, startNode(r) = n AS forward, head(collect(r)) AS r
    RETURN collect({claim: m, forward: forward, type: type, confidence: r.confidence, justification: r.justification}) AS ways
  }
  WITH collect({paths: paths, ways: ways}) AS groups, sum(CASE WHEN degree > $hub THEN degree - size(ways) ELSE 0 END) AS hub_cut
  CALL (groups) {
    UNWIND groups AS group
    UNWIND group.ways AS way
    UNWIND group.paths AS path
    WITH path, way, way.claim AS m, way.type IN ['CAUSES', 'PREVENTS'] AS ends_with_source
    WHERE NOT m IN path.nodes AND NOT (way.type = 'CONTRADICTS' AND path.last = 'CONTRADICTS')
      AND NOT (ends_with_source AND way.forward AND path.validity[-1] = 0.0)
    WITH m, collect({path: path, way: way, needs: ends_with_source AND NOT way.forward}) AS steps
    CALL (m) {
      MATCH (m)-[:ASSERTED_BY]->(a:Assertion)
      WHERE a.state <> 'void'
      WITH count(coalesce(a.holds_from, a.valid_until)) AS dated,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) THEN coalesce(a.holds_from, a.valid_until) END) AS begun,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) AND coalesce(a.valid_until > $as_of, true)
                      THEN coalesce(a.holds_from, a.valid_until) END) AS held,
           min(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_from END) AS starts,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true)
                    THEN coalesce(a.world_grain_end, a.world_from) END) AS grain_ends,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_to END) AS told_ends
      WITH dated, begun, held, starts, CASE WHEN told_ends > grain_ends THEN told_ends ELSE grain_ends END AS ends
      WHERE $as_of IS NULL OR dated = 0 OR begun > 0
      RETURN coalesce(2.0 * vector.similarity.cosine(m.embedding, $vector) - 1.0, 0.0) AS relevance, starts, ends,
             CASE WHEN $as_of IS NULL THEN m.validity WHEN dated > 0 AND held = 0 THEN 0.0
                  WHEN m.validity = 0.0 THEN 1.0 ELSE m.validity END AS validity
    }
    UNWIND steps AS step
    WITH m, step.path AS path, step.way AS way, relevance, validity, starts, ends
    WHERE NOT step.needs OR validity > 0.0
    WITH m, path, way, relevance, validity, starts, ends, way.type IN ['UPDATES', 'CONTRADICTS'] AS evolves,
         CASE WHEN way.forward THEN path ELSE {starts: starts, ends: ends} END AS source,
         CASE WHEN way.forward THEN {starts: starts, ends: ends} ELSE path END AS target
    WHERE evolves OR coalesce(source.starts < target.ends, true)
    WITH {nodes: path.nodes + [m], claims: path.claims + [m.id], relevance: path.relevance + [relevance],
          validity: path.validity + [validity], key: path.key + [way.type + CASE WHEN way.forward THEN ' to' ELSE ' from' END, m.id],
          relations: path.relations + [way {.type, .confidence, .justification,
            `start`: CASE WHEN way.forward THEN path.claims[-1] ELSE m.id END,
            `end`: CASE WHEN way.forward THEN m.id ELSE path.claims[-1] END}],
          in_order: path.in_order AND (way.type <> 'BEFORE' OR coalesce(source.ends <= target.starts, true)),
          last: way.type, pc: path.pc * way.confidence * $discounts[way.type],
          disputed: CASE WHEN way.type = 'CONTRADICTS' THEN $weights.disputed ELSE path.disputed END,
          starts: starts, ends: ends} AS path
    WITH path, $weights.ns * reduce(sum = 0.0, one IN path.relevance | sum + one) / size(path.relevance)
         + $weights.pc * path.pc * path.disputed + $weights.tc * CASE WHEN path.in_order THEN 1.0 ELSE 0.0 END
         + $weights.uv * reduce(least = 1.0, one IN path.validity | CASE WHEN one < least THEN one ELSE least END) AS score
    ORDER BY score DESC, path.key
    WITH collect(path) AS found
    RETURN found[0..$beam] AS front3, CASE WHEN size(found) > $beam THEN size(found) - $beam ELSE 0 END AS beam_cut
  }
  RETURN front3, beam_cut AS beam_cut3, hub_cut AS hub_cut3
}
CALL (front3) {
  UNWIND CASE WHEN $max_hops >= 4 THEN front3 ELSE [] END AS path
  WITH path.nodes[-1] AS n, collect(path) AS paths
  WITH n, paths, COUNT { (n)-[:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-() } AS degree
  CALL (n, degree) {
    CALL (n, degree) {
      WITH n, degree WHERE degree <= $hub
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m:Claim)
      RETURN r, m
      UNION ALL
      WITH n, degree WHERE degree > $hub
      UNWIND $near AS id
      MATCH (m:Claim {id: id})
      MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m)
      RETURN r, m
    }
    WITH n, r, m
    ORDER BY r.confidence DESC, coalesce(r.session_id, r.rivalry), r.method
    WHERE r.ended_at IS NULL AND NOT r.retracted AND coalesce(r.invalidated_at > $as_of, r.invalidated_at IS NULL)
      AND m.tenant = $tenant AND m.standing <> 'unsupported' AND NOT m:Pruned
    WITH m, type(r) AS type, startNode(r) = n AS forward, head(collect(r)) AS r
    RETURN collect({claim: m, forward: forward, type: type, confidence: r.confidence, justification: r.justification}) AS ways
  }
  WITH collect({paths: paths, ways: ways}) AS groups, sum(CASE WHEN degree > $hub THEN degree - size(ways) ELSE 0 END) AS hub_cut
  CALL (groups) {
    UNWIND groups AS group
    UNWIND group.ways AS way
    UNWIND group.paths AS path
    WITH path, way, way.claim AS m, way.type IN ['CAUSES', 'PREVENTS'] AS ends_with_source
    WHERE NOT m IN path.nodes AND NOT (way.type = 'CONTRADICTS' AND path.last = 'CONTRADICTS')
      AND NOT (ends_with_source AND way.forward AND path.validity[-1] = 0.0)
    WITH m, collect({path: path, way: way, needs: ends_with_source AND NOT way.forward}) AS steps
    CALL (m) {
      MATCH (m)-[:ASSERTED_BY]->(a:Assertion)
      WHERE a.state <> 'void'
      WITH count(coalesce(a.holds_from, a.valid_until)) AS dated,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) THEN coalesce(a.holds_from, a.valid_until) END) AS begun,
           count(CASE WHEN coalesce(a.holds_from <= $as_of, true) AND coalesce(a.valid_until > $as_of, true)
                      THEN coalesce(a.holds_from, a.valid_until) END) AS held,
           min(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_from END) AS starts,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true)
                    THEN coalesce(a.world_grain_end, a.world_from) END) AS grain_ends,
           max(CASE WHEN a.world_basis IN ['stated', 'published'] AND coalesce(a.world_from <= $as_of, true) THEN a.world_to END) AS told_ends
      WITH dated, begun, held, starts, CASE WHEN told_ends > grain_ends THEN told_ends ELSE grain_ends END AS ends
      WHERE $as_of IS NULL OR dated = 0 OR begun > 0
      RETURN coalesce(2.0 * vector.similarity.cosine(m.embedding, $vector) - 1.0, 0.0) AS relevance, starts, ends,
             CASE WHEN $as_of IS NULL THEN m.validity WHEN dated > 0 AND held = 0 THEN 0.0
                  WHEN m.validity = 0.0 THEN 1.0 ELSE m.validity END AS validity
    }
    UNWIND steps AS step
    WITH m, step.path AS path, step.way AS way, relevance, validity, starts, ends
    WHERE NOT step.needs OR validity > 0.0
    WITH m, path, way, relevance, validity, starts, ends, way.type IN ['UPDATES', 'CONTRADICTS'] AS evolves,
         CASE WHEN way.forward THEN path ELSE {starts: starts, ends: ends} END AS source,
         CASE WHEN way.forward THEN {starts: starts, ends: ends} ELSE path END AS target
    WHERE evolves OR coalesce(source.starts < target.ends, true)
    WITH {nodes: path.nodes + [m], claims: path.claims + [m.id], relevance: path.relevance + [relevance],
          validity: path.validity + [validity], key: path.key + [way.type + CASE WHEN way.forward THEN ' to' ELSE ' from' END, m.id],
          relations: path.relations + [way {.type, .confidence, .justification,
            `start`: CASE WHEN way.forward THEN path.claims[-1] ELSE m.id END,
            `end`: CASE WHEN way.forward THEN m.id ELSE path.claims[-1] END}],
          in_order: path.in_order AND (way.type <> 'BEFORE' OR coalesce(source.ends <= target.starts, true)),
          last: way.type, pc: path.pc * way.confidence * $discounts[way.type],
          disputed: CASE WHEN way.type = 'CONTRADICTS' THEN $weights.disputed ELSE path.disputed END,
          starts: starts, ends: ends} AS path
    WITH path, $weights.ns * reduce(sum = 0.0, one IN path.relevance | sum + one) / size(path.relevance)
         + $weights.pc * path.pc * path.disputed + $weights.tc * CASE WHEN path.in_order THEN 1.0 ELSE 0.0 END
         + $weights.uv * reduce(least = 1.0, one IN path.validity | CASE WHEN one < least THEN one ELSE least END) AS score
    ORDER BY score DESC, path.key
    WITH collect(path) AS found
    RETURN found[0..$beam] AS front4, CASE WHEN size(found) > $beam THEN size(found) - $beam ELSE 0 END AS beam_cut
  }
  RETURN front4, beam_cut AS beam_cut4, hub_cut AS hub_cut4
}
CALL (front1, front2, front3, front4) {
  UNWIND [front1, front2, front3, front4][$max_hops - 1] AS path
  WITH path, path.nodes[-1] AS n
  WHERE EXISTS {
    MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(m:Claim)
    WHERE r.ended_at IS NULL AND NOT r.retracted AND coalesce(r.invalidated_at > $as_of, r.invalidated_at IS NULL)
      AND m.standing <> 'unsupported' AND NOT m:Pruned AND NOT m IN path.nodes
      AND NOT (type(r) = 'CONTRADICTS' AND path.last = 'CONTRADICTS')
  }
  RETURN count(path) AS open_ends
}
WITH front1 + front2 + front3 + front4 AS found, beam_cut1 + beam_cut2 + beam_cut3 + beam_cut4 AS beam_cut,
     hub_cut1 + hub_cut2 + hub_cut3 + hub_cut4 AS hub_cut, open_ends
CALL (found) {
  UNWIND found AS path
  UNWIND path.nodes AS m
  WITH DISTINCT m
  CALL (m) {
    MATCH (m)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(note:Note)
    WHERE a.state <> 'void' AND NOT note:Retracted AND note.ended_at IS NULL
    RETURN max(2.0 * vector.similarity.cosine(note.embedding, $vector) - 1.0) AS nearest
  }
  RETURN collect({id: m.id, relevance: coalesce(nearest, 2.0 * vector.similarity.cosine(m.embedding, $vector) - 1.0, 0.0)}) AS relevance
}
RETURN [path IN found | path {.claims, .validity, .relations, .in_order}] AS paths, relevance, beam_cut, hub_cut, open_ends
