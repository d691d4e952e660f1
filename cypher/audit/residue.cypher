// Where a text is still found: every property of every node and relationship
// name:    audit.residue
// mode:    read
// grain:   one row per property that holds it
// law:     R6
// why:     After an erasure, whoever has to prove it asks for a text that only the erased thing had: there must be no row. It
//          reads the whole tenant, whatever an index knows.
// param    tenant :: STRING NOT NULL           whose data
// param    text :: STRING NOT NULL             a text, in any case of letters
// returns  id :: STRING                        the node, or the start of the relationship
// returns  kind :: STRING NOT NULL             its labels, or the type of the relationship
// returns  property :: STRING NOT NULL         the property
// order:   kind, id, property
// example: :param {tenant: 'default', text: 'CANARY-4471'}
CYPHER 25
CALL () {
  MATCH (n)
  WHERE n.tenant = $tenant
  UNWIND keys(n) AS property
  WITH n, property, n[property] AS value
  WHERE toLower(CASE WHEN valueType(value) STARTS WITH 'LIST' THEN reduce(all = '', one IN value | all + ' ' + coalesce(toStringOrNull(one), '')) ELSE coalesce(toStringOrNull(value), '') END) CONTAINS toLower($text)
  RETURN n.id AS id, reduce(all = '', label IN COLLECT { UNWIND labels(n) AS label RETURN label ORDER BY label } | all + ':' + label) AS kind, property
  UNION
  MATCH (n)-[r]->()
  WHERE n.tenant = $tenant
  UNWIND keys(r) AS property
  WITH n, r, property, r[property] AS value
  WHERE toLower(CASE WHEN valueType(value) STARTS WITH 'LIST' THEN reduce(all = '', one IN value | all + ' ' + coalesce(toStringOrNull(one), '')) ELSE coalesce(toStringOrNull(value), '') END) CONTAINS toLower($text)
  RETURN n.id AS id, type(r) AS kind, property
}
RETURN id, kind, property
ORDER BY kind, id, property
