// Version and edition of the server
// name:    schema.server
// mode:    schema
// grain:   no rows
// law:     I1
// why:     A server too old is told so before its first query fails.
// returns  version :: STRING NOT NULL      such as 2026.09.0
// returns  edition :: STRING NOT NULL      community or enterprise
// order:   one row
CYPHER 25
CALL dbms.components() YIELD name, versions, edition
WITH name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
