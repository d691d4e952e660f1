// Items by id
// name:    items.get
// mode:    read
// grain:   one row per item that is there
// why:     What an agent put under a namespace and a key is read as it was put.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        of the items
// returns  id :: STRING NOT NULL               the item
// returns  namespace :: LIST<STRING> NOT NULL  where it lies
// returns  key :: STRING NOT NULL              its name there
// returns  value :: STRING NOT NULL            a JSON object
// returns  created_at :: ZONED DATETIME NOT NULL   when it was first put
// returns  updated_at :: ZONED DATETIME NOT NULL   when it was last put
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (n:Item {id: id})
WHERE n.tenant = $tenant
RETURN n.id AS id, n.namespace AS namespace, n.key AS key, n.value AS value, n.created_at AS created_at, n.updated_at AS updated_at
ORDER BY id
