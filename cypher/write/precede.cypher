// Put sessions into the chronology of their groups
// name:    write.precede
// mode:    write
// grain:   no rows
// why:     Sessions of a group follow each other by start and id; only the two neighbours are touched.
//          Sessions that came in one transaction are all there already, so what led past one of them goes.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL       ids of sessions
CYPHER 25
UNWIND $ids AS id
MATCH (s:Session {id: id, tenant: $tenant})
WHERE s.group IS NOT NULL AND s.started_at IS NOT NULL
CALL (s) {
  MATCH (p:Session)
  USING INDEX p:Session(tenant, group, started_at)
  WHERE p.tenant = s.tenant AND p.group = s.group AND p.started_at <= s.started_at
    AND (p.started_at < s.started_at OR p.id < s.id)
  RETURN p ORDER BY p.started_at DESC, p.id DESC LIMIT 1
  UNION
  RETURN null AS p
}
WITH s, head(collect(p)) AS before
CALL (s) {
  MATCH (n:Session)
  USING INDEX n:Session(tenant, group, started_at)
  WHERE n.tenant = s.tenant AND n.group = s.group AND n.started_at >= s.started_at
    AND (n.started_at > s.started_at OR n.id > s.id)
  RETURN n ORDER BY n.started_at, n.id LIMIT 1
  UNION
  RETURN null AS n
}
WITH s, before, head(collect(n)) AS after
CALL (s, before) {
  WITH s, before WHERE before IS NOT NULL
  OPTIONAL MATCH (before)-[r:PRECEDES]->(other)
  WHERE other <> s
  DELETE r
  MERGE (before)-[:PRECEDES]->(s)
}
CALL (s, after) {
  WITH s, after WHERE after IS NOT NULL
  OPTIONAL MATCH (other)-[r:PRECEDES]->(after)
  WHERE other <> s
  DELETE r
  MERGE (s)-[:PRECEDES]->(after)
}
