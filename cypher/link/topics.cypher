// Topics and how many sessions are in each
// name:    link.topics
// mode:    read
// grain:   one row per topic
// why:     What its sessions are about, the largest first.
// param    tenant :: STRING NOT NULL           whose data
// returns  id :: STRING NOT NULL               the topic
// returns  label :: STRING NOT NULL            its name
// returns  asked :: STRING                     what a model was asked that gave the name, as a hash
// returns  sessions :: INTEGER NOT NULL        how many sessions are in it
// order:   sessions, id
CYPHER 25
MATCH (t:Topic)
WHERE t.tenant = $tenant AND t.size IS NOT NULL
RETURN t.id AS id, t.label AS label, t.label_asked AS asked, t.size AS sessions
ORDER BY sessions DESC, id
