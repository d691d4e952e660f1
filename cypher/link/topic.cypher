// A topic, with its centre
// name:    link.topic
// mode:    read
// grain:   one row where it exists
// why:     A session that joins or leaves moves the centre.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               the topic
// returns  size :: INTEGER NOT NULL            sessions that its centre counts
// returns  embedding :: LIST<FLOAT> NOT NULL   mean of what they are about
// order:   one row
CYPHER 25
MATCH (t:Topic {id: $id, tenant: $tenant})
RETURN t.size AS size, t.embedding AS embedding
