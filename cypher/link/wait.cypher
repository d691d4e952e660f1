// Let sessions wait to be linked anew, without a topic
// name:    link.wait
// mode:    write
// grain:   no rows
// law:     I3
// why:     What was linked before stays until it is found again or not. The hash of what a model was asked stays, so that the same
//          is not asked twice.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per session: id, link_key
CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.id, tenant: $tenant})
SET s.link_state = 'waiting', s.link_key = row.link_key
REMOVE s.embedding
WITH s
MATCH (s)-[r:IN_TOPIC]->(:Topic)
DELETE r
