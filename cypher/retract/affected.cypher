// Record which claims an act changed, with their figures before and after
// name:    retract.affected
// mode:    write
// grain:   no rows
// law:     R5
// why:     The audit trail of an act is on the act itself, for the claims that changed.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               id of the act
// param    undone :: BOOLEAN NOT NULL          whether this is the change that undoing it made
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
MATCH (r:Retraction {id: $id, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Claim {id: row.id})
CREATE (r)-[e:AFFECTED {undone: $undone}]->(c)
SET e += row.properties
