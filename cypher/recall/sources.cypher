// Sources by their ids
// name:    recall.sources
// mode:    read
// grain:   one row per source
// why:     Names for the root sources kept on assertions.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sources
// returns  id :: STRING NOT NULL               the source
// returns  kind :: STRING NOT NULL             document, tool or speaker
// returns  external_id :: STRING NOT NULL      the caller's id
// returns  title :: STRING                     its title
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (s:Source {id: id, tenant: $tenant})
RETURN s.id AS id, s.kind AS kind, s.external_id AS external_id, s.title AS title
ORDER BY id
