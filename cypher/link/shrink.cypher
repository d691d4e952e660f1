// Move the centre of a topic that a session left, or delete one that has none left
// name:    link.shrink
// mode:    write
// grain:   no rows
// law:     R6
// why:     A topic that nothing belongs to any more goes.
// param    tenant :: STRING NOT NULL           whose data
// param    topic_id :: STRING NOT NULL         the topic
// param    size :: INTEGER NOT NULL            sessions left in it
// param    centre :: LIST<FLOAT>               its centre then; null where none is left
CYPHER 25
MATCH (t:Topic {id: $topic_id, tenant: $tenant})
SET t.size = $size
WITH t
CALL (t) {
  WITH t WHERE $size > 0
  CALL db.create.setNodeVectorProperty(t, 'embedding', $centre)
}
FOREACH (_ IN CASE WHEN $size = 0 THEN [1] ELSE [] END | DETACH DELETE t)
