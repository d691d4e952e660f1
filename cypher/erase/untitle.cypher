// Take title and address from sources that these name somebody with
// name:    erase.untitle
// mode:    write
// grain:   no rows
// law:     R6
// why:     A document stays that only bears the name of whom is erased in its title; its messages gave it that.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sources
CYPHER 25
UNWIND $ids AS id
MATCH (s:Source {id: id, tenant: $tenant})
REMOVE s.title, s.title_key, s.uri, s.uri_key
WITH s
MATCH (s)<-[:FROM]-(o:Observation)
REMOVE o.source_title, o.source_uri
