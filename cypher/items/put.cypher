// Put items, new or in place of what lay there
// name:    items.put
// mode:    write
// grain:   no rows
// why:     An item that is put again keeps its place and the time of its first putting; a namespace keeps its place as long as
//          something lies in it, which is why any item of it tells that place.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          id, namespace, path, key, value, facets, vectors, dimension, place, namespace_place
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
CYPHER 25
UNWIND $rows AS row
WITH row, head(COLLECT { MATCH (o:Item {tenant: $tenant, path: row.path}) RETURN {at: o.namespace_at, place: o.namespace_place} LIMIT 1 }) AS known
MERGE (n:Item {id: row.id})
ON CREATE SET n.tenant = $tenant, n.namespace = row.namespace, n.path = row.path, n.key = row.key, n.created_at = $now,
  n.place = row.place, n.namespace_at = coalesce(known.at, $now), n.namespace_place = coalesce(known.place, row.namespace_place)
SET n.value = row.value, n.facets = row.facets, n.vectors = row.vectors, n.dimension = row.dimension, n.updated_at = $now
