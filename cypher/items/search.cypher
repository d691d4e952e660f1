// Items under a namespace, nearest first where a vector is given
// name:    items.search
// mode:    read
// grain:   one row per item
// why:     Items come in the order in which their namespaces and they themselves were first put; of those with vectors, the
//          nearest of each counts. Every item under the namespace is compared, so the order is exact.
// param    tenant :: STRING NOT NULL           whose data
// param    path :: STRING NOT NULL             how the paths of these namespaces start
// param    prefix :: LIST<STRING> NOT NULL     how their labels start
// param    facets :: LIST<STRING> NOT NULL     texts at the top of a value that it must have
// param    vector :: LIST<FLOAT>               what it is to be near to
// param    skip :: INTEGER NOT NULL            items to leave out at first
// param    most :: INTEGER NOT NULL            items at most
// returns  namespace :: LIST<STRING> NOT NULL  where it lies
// returns  key :: STRING NOT NULL              its name there
// returns  value :: STRING NOT NULL            a JSON object
// returns  created_at :: ZONED DATETIME NOT NULL   when it was first put
// returns  updated_at :: ZONED DATETIME NOT NULL   when it was last put
// returns  score :: FLOAT                      cosine; null without a vector, or of an item that has none
// order:   score is null, score descending, place of the namespace, place of the item, id
CYPHER 25
MATCH (n:Item)
WHERE n.tenant = $tenant AND n.path STARTS WITH $path
  AND n.namespace[0..size($prefix)] = $prefix
  AND all(facet IN $facets WHERE facet IN n.facets)
WITH n, CASE WHEN n.dimension = size($vector) THEN
  reduce(best = null, one IN range(0, size(n.vectors) - n.dimension, n.dimension) |
    CASE WHEN best >= vector.similarity.cosine(n.vectors[one..one + n.dimension], $vector) THEN best
    ELSE vector.similarity.cosine(n.vectors[one..one + n.dimension], $vector) END)
  END AS similarity
WITH n, 2 * similarity - 1 AS score
ORDER BY score IS NULL, score DESC, n.namespace_at, n.namespace_place, n.created_at, n.place, n.id
SKIP $skip LIMIT $most
RETURN n.namespace AS namespace, n.key AS key, n.value AS value, n.created_at AS created_at, n.updated_at AS updated_at, score
ORDER BY score IS NULL, score DESC, n.namespace_at, n.namespace_place, n.created_at, n.place, n.id
