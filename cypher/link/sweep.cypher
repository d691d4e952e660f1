// Delete topics that have no sessions
// name:    link.sweep
// mode:    write
// grain:   no rows
// law:     I3
// why:     Topics are made anew, and what nothing joined again is no more.
// param    tenant :: STRING NOT NULL           whose data
CYPHER 25
MATCH (t:Topic)
WHERE t.tenant = $tenant AND NOT EXISTS { (t)<-[:IN_TOPIC]-(:Session) }
DETACH DELETE t
