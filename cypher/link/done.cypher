// Record that a session is linked
// name:    link.done
// mode:    write
// grain:   no rows
// why:     In the transaction that links it, so that nothing is linked twice or half.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    state :: STRING NOT NULL            linked, or unasked where a model could not be asked
// param    model :: STRING                     model that was asked
// param    asked :: STRING                     what it was asked, as a hash
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
SET s.link_state = $state, s.linked_with = $model, s.link_asked = $asked
