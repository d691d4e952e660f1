// Delete sources that nothing is from any more, and name the others by what still names them
// name:    erase.sources
// mode:    write
// grain:   one row per source that went
// law:     R6, I3
// why:     Title, address and publication of a source are those that the earliest message gave; where that is erased, the
//          earliest that is left gives them.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        sources that lost observations
// returns  source_id :: STRING NOT NULL        the source
// order:   source_id
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (s:Source {id: id, tenant: $tenant})
  WHERE EXISTS { (s)<-[:FROM]-(:Observation) } AND coalesce(s.title_key, s.uri_key, s.published_key) IS NOT NULL
  WITH s,
       head(COLLECT { MATCH (s)<-[:FROM]-(o:Observation) WHERE o.source_title IS NOT NULL RETURN o ORDER BY o.source_key LIMIT 1 }) AS t,
       head(COLLECT { MATCH (s)<-[:FROM]-(o:Observation) WHERE o.source_uri IS NOT NULL RETURN o ORDER BY o.source_key LIMIT 1 }) AS u,
       head(COLLECT { MATCH (s)<-[:FROM]-(o:Observation) WHERE o.source_published_at IS NOT NULL RETURN o ORDER BY o.source_key LIMIT 1 }) AS p
  SET s.title = t.source_title, s.title_key = t.source_key, s.uri = u.source_uri, s.uri_key = u.source_key,
      s.published_at = p.source_published_at, s.published_grain = p.source_published_grain, s.published_key = p.source_key
}
UNWIND $ids AS id
MATCH (s:Source {id: id, tenant: $tenant})
WHERE NOT EXISTS { (s)<-[:FROM]-(:Observation) }
WITH s, s.id AS source_id
DETACH DELETE s
RETURN source_id
ORDER BY source_id
