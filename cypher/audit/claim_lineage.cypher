// Lineage of a claim: every reason for it, down to quotes and sources
// name:    audit.claim_lineage
// mode:    read
// grain:   one row per support of an assertion, for the claim and all it rests on
// law:     S1, C2
// why:     Each row is one thing that one session's reason rests on: a message with its quote and source, or another
//          claim, whose own rows follow at the next depth. Void reasons are listed too, with their state; those that their
//          session gives no longer say when it was sent without them, and their own supports are not followed.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// returns  depth :: INTEGER NOT NULL           0 for the claim itself, then claims it rests on
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  session :: STRING NOT NULL          the caller's id of the session that gave it
// returns  session_id :: STRING NOT NULL       the session
// returns  confidence :: FLOAT NOT NULL        of the reason
// returns  weight :: FLOAT NOT NULL             what counts of that: less where a policy lowers what is partial (R3)
// returns  model :: STRING                     that gave it
// returns  state :: STRING NOT NULL            intact, partial or void
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
// returns  retracted :: BOOLEAN NOT NULL       whether the support is taken back
// order:   depth, claim_id, assertion_id, support_id
// example: :param {tenant: 'default', id: 'clm-...'}
CYPHER 25
MATCH (top:Claim {id: $id, tenant: $tenant})
CALL (top) {
  RETURN top AS c, 0 AS depth
  UNION
  MATCH p = (top) (()-[:ASSERTED_BY|RESTS_ON]->(x WHERE x.ended_at IS NULL)){1,} (c:Claim)
  RETURN c, min(length(p)) / 2 AS depth
}
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
MATCH (a)-[r:RESTS_ON]->(x)
OPTIONAL MATCH (x)-[:FROM]->(source:Source)
RETURN depth, c.id AS claim_id, c.statement AS statement, a.id AS assertion_id, s.external_id AS session, s.id AS session_id,
       a.confidence AS confidence, coalesce(a.weight, a.confidence) AS weight, a.model AS model, a.state AS state, a.ended_at AS ended_at, a.world_from AS world_from, a.world_basis AS world_basis,
       x.id AS support_id, CASE WHEN x:Claim THEN 'claim' ELSE 'observation' END AS support_kind,
       CASE WHEN x:Claim THEN null ELSE x.external_id END AS support_external_id,
       coalesce(x.text, x.statement) AS text, r.quote AS quote,
       source.id AS source_id, source.kind AS source_kind, source.external_id AS source, source.title AS source_title,
       CASE WHEN x:Claim THEN x.standing = 'unsupported' ELSE x:Retracted OR x.ended_at IS NOT NULL END AS retracted
ORDER BY depth, claim_id, assertion_id, support_id
