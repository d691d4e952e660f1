// Tie assertions to the claims they rest on
// name:    write.supports_claims
// mode:    write
// grain:   no rows
// law:     S1
// why:     A support carries the quote and where it stands in the text.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MATCH (a:Assertion {id: row.assertion_id, tenant: $tenant})
MATCH (x:Claim {id: row.id, tenant: $tenant})
MERGE (a)-[r:RESTS_ON]->(x)
SET r.quote = row.quote, r.`start` = row.`start`, r.`end` = row.`end`
