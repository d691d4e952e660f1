// Namespaces that hold items
// name:    items.namespaces
// mode:    read
// grain:   one row per namespace
// why:     A namespace is there as long as something lies in it.
// param    tenant :: STRING NOT NULL           whose data
// param    path :: STRING NOT NULL             how the paths of these namespaces start; empty for all
// returns  namespace :: LIST<STRING> NOT NULL  its labels
// returns  items :: INTEGER NOT NULL           how many lie in it
// order:   namespace
CYPHER 25
MATCH (n:Item)
WHERE n.tenant = $tenant AND n.path STARTS WITH $path
RETURN n.namespace AS namespace, count(*) AS items
ORDER BY namespace
