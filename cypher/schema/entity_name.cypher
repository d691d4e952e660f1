// Full text: names of an entity
// name:    schema.entity_name
// mode:    schema
// grain:   no rows
// law:     I4
// why:     A question names a person by a part of their name, or without the accents. Full-text search takes its top-k over
//          all tenants, so a word that stands for the tenant is part of the index. Names are not stemmed.
CYPHER 25
CREATE FULLTEXT INDEX entity_name IF NOT EXISTS
FOR (n:Entity) ON EACH [n.name, n.external_id, n.aliases, n.tenant_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: false}}
