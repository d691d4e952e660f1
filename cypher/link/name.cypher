// Call a topic by its label
// name:    link.name
// mode:    write
// grain:   no rows
// why:     For people: nothing is found by it. One that a model gave is known by what it was asked, and goes when the topic is
//          called by its words again.
// param    tenant :: STRING NOT NULL           whose data
// param    topic_id :: STRING NOT NULL         the topic
// param    label :: STRING NOT NULL            its name
// param    asked :: STRING                     what a model was asked that gave it, as a hash
CYPHER 25
MATCH (t:Topic {id: $topic_id, tenant: $tenant})
SET t.label = $label, t.label_asked = $asked
