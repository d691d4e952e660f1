// Call a topic by its label
// name:    link.name
// mode:    write
// grain:   no rows
// why:     For people: nothing is found by it.
// param    tenant :: STRING NOT NULL           whose data
// param    topic_id :: STRING NOT NULL         the topic
// param    label :: STRING NOT NULL            its name
CYPHER 25
MATCH (t:Topic {id: $topic_id, tenant: $tenant})
SET t.label = $label
