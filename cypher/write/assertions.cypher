// Write a session's reasons for its claims
// name:    write.assertions
// mode:    write
// grain:   no rows
// law:     S1
// why:     One assertion is one session's reason for one claim. What a retracted session asserts is retracted from
//          the start.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim_id})
MERGE (a:Assertion {id: row.id})
ON CREATE SET a.recorded_at = datetime.realtime(), a.state = 'intact'
SET a += row.properties, a.tenant = $tenant, a.session_id = $session_id
MERGE (c)-[:ASSERTED_BY]->(a)
MERGE (a)-[:MADE_IN]->(s)
WITH a, s
WHERE s:Retracted
SET a:Retracted
