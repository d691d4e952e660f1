// Whether anything was ever stored for a tenant
// name:    recall.tenant
// mode:    read
// grain:   one row
// law:     I4
// why:     An unknown tenant is told apart from one that knows nothing about a question.
// param    tenant :: STRING NOT NULL           whose data
// returns  known :: BOOLEAN NOT NULL           whether it has been written to
// returns  importing :: BOOLEAN NOT NULL       whether an import into it is not done, so that it is not read yet
// order:   one row
CYPHER 25
RETURN EXISTS { MATCH (:Tenant {id: $tenant}) } AS known,
       EXISTS { MATCH (t:Tenant {id: $tenant}) WHERE t.importing IS NOT NULL } AS importing
ORDER BY known
