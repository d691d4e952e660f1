// Claims cited by their id, with what their assertions rest on
// name:    write.cited_claims
// mode:    read
// grain:   one row per assertion of a cited claim
// law:     C2
// why:     Root sources of an assertion that cites a claim of the store are those the claim has at that time; they
//          are kept on the assertion.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  rank :: INTEGER NOT NULL            its height above the observations
// returns  source_ids :: LIST<STRING> NOT NULL  root sources of the assertion
// returns  published_at :: ZONED DATETIME      earliest publication among its documents
// returns  published_grain :: STRING           grain of that time
// returns  undated :: BOOLEAN NOT NULL         whether one of its documents has no date
// returns  message_at :: ZONED DATETIME        time of its latest message
// returns  by_people :: BOOLEAN NOT NULL       whether one of its messages is not an assistant's
// returns  world_from :: ZONED DATETIME        start of its world time
// returns  world_grain_end :: ZONED DATETIME   end of the unit that start names
// returns  world_basis :: STRING NOT NULL      where its world time is from
// returns  assertion_id :: STRING NOT NULL     the assertion
// order:   claim_id, assertion_id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)
WHERE a.ended_at IS NULL
RETURN c.id AS claim_id, c.statement AS statement, c.rank AS rank, a.source_ids AS source_ids,
       a.ground_published_at AS published_at, a.ground_published_grain AS published_grain,
       a.ground_undated AS undated, a.ground_message_at AS message_at, coalesce(a.ground_by_people, true) AS by_people,
       a.world_from AS world_from, a.world_grain_end AS world_grain_end, a.world_basis AS world_basis, a.id AS assertion_id
ORDER BY claim_id, assertion_id
