// Delete items
// name:    items.delete
// mode:    write
// grain:   no rows
// why:     Nothing of an item stays.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        of the items
CYPHER 25
UNWIND $ids AS id
MATCH (n:Item {id: id})
WHERE n.tenant = $tenant
DETACH DELETE n
