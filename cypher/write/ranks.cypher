// Set the rank of claims
// name:    write.ranks
// mode:    write
// grain:   no rows
// law:     S3
// why:     Rank is 1 + the highest rank a claim rests on; standing is computed rank by rank.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {id: row.id, tenant: $tenant})
SET c.rank = row.rank
