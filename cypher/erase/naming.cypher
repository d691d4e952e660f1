// Texts of a tenant in which somebody may be named
// name:    erase.naming
// mode:    read
// grain:   one row per text
// law:     R6, I1
// why:     Whoever erases a person erases what names them. This reads every text of the tenant once: no index finds all
//          spellings, and one that is missed would be returned later. The caller looks for whole names in what is found.
//          A person is one of a group, so only what is said there can name them.
// param    tenant :: STRING NOT NULL           whose data
// param    person :: BOOLEAN NOT NULL          whether names are told apart by the group
// param    group :: STRING                     that group; null for sessions of none
// returns  kind :: STRING NOT NULL             observation, assertion, session, source, retraction, verdict or relation
// returns  id :: STRING NOT NULL               the node; of a relation, the session that stated it
// returns  text :: STRING NOT NULL             the text
// returns  place :: STRING NOT NULL            property it is in
// returns  claim_id :: STRING                  of an assertion: its claim
// order:   kind, id, place, text
CYPHER 25
CALL {
  MATCH (n:Observation)-[:RECORDED_IN]->(s:Session)
  USING INDEX n:Observation(tenant)
  WHERE n.tenant = $tenant AND (NOT $person OR s.group = $group OR s.group IS NULL AND $group IS NULL)
  UNWIND [{place: 'text', text: n.text}, {place: 'speaker', text: n.speaker}, {place: 'locator', text: n.locator}, {place: 'external_id', text: n.external_id},
          {place: 'source_title', text: n.source_title}, {place: 'source_uri', text: n.source_uri}] AS said
  RETURN 'observation' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (s:Session)<-[:MADE_IN]-(n:Assertion)<-[:ASSERTED_BY]-(c:Claim)
  USING INDEX s:Session(tenant)
  WHERE s.tenant = $tenant AND (NOT $person OR s.group = $group OR s.group IS NULL AND $group IS NULL)
  UNWIND [{place: 'statement', text: n.statement}, {place: 'value', text: n.value}, {place: 'anchor_text', text: n.anchor_text},
          {place: 'predicate', text: n.predicate}] AS said
  RETURN 'assertion' AS kind, n.id AS id, said, c.id AS claim_id
  UNION
  MATCH (n:Session)
  WHERE n.tenant = $tenant AND (NOT $person OR n.group = $group OR n.group IS NULL AND $group IS NULL)
  UNWIND [{place: 'title', text: n.title}, {place: 'summary', text: n.summary}, {place: 'reply', text: n.reply},
          {place: 'reason', text: n.reason}] AS said
  RETURN 'session' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (n:Source) WHERE n.tenant = $tenant AND n.external_id IS NOT NULL
  UNWIND [{place: 'title', text: n.title}, {place: 'uri', text: n.uri}] AS said
  RETURN 'source' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (n:Retraction) WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  UNWIND [{place: 'reason', text: n.reason}, {place: 'by', text: n.by}] AS said
  RETURN 'retraction' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (n:Verdict) WHERE n.tenant = $tenant AND n.recorded_at IS NOT NULL
  UNWIND [{place: 'ground', text: n.ground}, {place: 'by', text: n.by}] AS said
  RETURN 'verdict' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (c:Claim)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(:Claim)
  WHERE c.tenant = $tenant AND r.session_id IS NOT NULL
  RETURN DISTINCT 'relation' AS kind, r.session_id AS id, {place: 'justification', text: r.justification} AS said, null AS claim_id
}
WITH kind, id, said.text AS text, said.place AS place, claim_id
WHERE text IS NOT NULL
RETURN kind, id, text, place, claim_id
ORDER BY kind, id, place, text
