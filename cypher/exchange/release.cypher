// Give a tenant back of whose unfinished import everything was taken out
// name:    exchange.release
// mode:    write
// grain:   one row where nobody imports into it again
// why:     A tenant that had been written to before keeps its clock; one that was made by the import is unknown again.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file that is given up
// returns  tenant :: STRING NOT NULL           the tenant
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
REMOVE t.turn
WITH t
WHERE t.importing = $sha256 AND t.imported IS NULL
REMOVE t.importing
FOREACH (new IN CASE WHEN t.writes IS NULL THEN [t] ELSE [] END | DELETE new)
RETURN $tenant AS tenant
