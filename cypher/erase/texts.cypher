// What these nodes say, and the sessions they are of
// name:    erase.texts
// mode:    read
// grain:   one row per node
// law:     R6
// why:     A reason that rests on something erased and on something that stays is kept only if its words are not those of
//          what is erased.
// param    tenant :: STRING NOT NULL           whose data
// param    observations :: LIST<STRING> NOT NULL  ids of observations
// param    claims :: LIST<STRING> NOT NULL     ids of claims
// returns  id :: STRING NOT NULL               the node
// returns  text :: STRING NOT NULL             what it says
// returns  session_id :: STRING                of an observation: its session
// returns  source_id :: STRING                 of an observation: its source
// returns  title :: STRING                     of its session
// order:   id
CYPHER 25
CALL {
  UNWIND $observations AS id
  MATCH (n:Observation {id: id, tenant: $tenant})-[:RECORDED_IN]->(s:Session)
  OPTIONAL MATCH (n)-[:FROM]->(source:Source)
  RETURN n.id AS id, n.text AS text, s.id AS session_id, source.id AS source_id, s.title AS title
  UNION
  UNWIND $claims AS id
  MATCH (n:Claim {id: id, tenant: $tenant})
  RETURN n.id AS id, n.statement AS text, null AS session_id, null AS source_id, null AS title
}
RETURN id, text, session_id, source_id, title
ORDER BY id
