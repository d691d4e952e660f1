// Texts of a tenant that may name somebody
// name:    erase.naming
// mode:    read
// grain:   one row per text
// law:     R6
// why:     Whoever erases a person erases what names them. This reads every text of the tenant once: no index finds all
//          spellings, and one that is missed would be returned later. The caller looks for whole names in what is found.
// param    tenant :: STRING NOT NULL           whose data
// param    spellings :: LIST<STRING> NOT NULL  names, folded and in lower case
// returns  kind :: STRING NOT NULL             observation, assertion, entity, session or source
// returns  id :: STRING NOT NULL               the node
// returns  text :: STRING NOT NULL             the text
// returns  place :: STRING NOT NULL            property it is in
// returns  claim_id :: STRING                  of an assertion: its claim
// order:   kind, id, place, text
CYPHER 25
CALL {
  MATCH (n:Observation) WHERE n.tenant = $tenant
  UNWIND [{place: 'text', text: n.text}, {place: 'speaker', text: n.speaker}] AS said
  RETURN 'observation' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (c:Claim)-[:ASSERTED_BY]->(n:Assertion) WHERE c.tenant = $tenant
  UNWIND [{place: 'statement', text: n.statement}, {place: 'value', text: n.value}, {place: 'anchor_text', text: n.anchor_text}] AS said
  RETURN 'assertion' AS kind, n.id AS id, said, c.id AS claim_id
  UNION
  MATCH (n:Entity) WHERE n.tenant = $tenant AND n.key IS NOT NULL
  UNWIND [n.external_id, n.name] + coalesce(n.aliases, []) AS name
  RETURN 'entity' AS kind, n.id AS id, {place: 'name', text: name} AS said, null AS claim_id
  UNION
  MATCH (n:Session) WHERE n.tenant = $tenant
  UNWIND [{place: 'title', text: n.title}, {place: 'summary', text: n.summary}] AS said
  RETURN 'session' AS kind, n.id AS id, said, null AS claim_id
  UNION
  MATCH (n:Source) WHERE n.tenant = $tenant AND n.external_id IS NOT NULL
  UNWIND [{place: 'external_id', text: n.external_id}, {place: 'title', text: n.title}, {place: 'uri', text: n.uri}] AS said
  RETURN 'source' AS kind, n.id AS id, said, null AS claim_id
}
WITH kind, id, said.text AS text, said.place AS place, claim_id
WHERE text IS NOT NULL AND any(one IN $spellings WHERE toLower(normalize(text, NFKC)) CONTAINS one)
RETURN kind, id, text, place, claim_id
ORDER BY kind, id, place, text
