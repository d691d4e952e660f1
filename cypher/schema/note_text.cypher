// Full text: words of a message
// name:    schema.note_text
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Full-text search takes its top-k over all tenants, so a word that stands for the tenant is part of the index; the
//          english analyzer is the one that stems.
CYPHER 25
CREATE FULLTEXT INDEX note_text IF NOT EXISTS
FOR (n:Note) ON EACH [n.text, n.tenant_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
