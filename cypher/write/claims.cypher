// Write the claims of a session
// name:    write.claims
// mode:    write
// grain:   no rows
// law:     I1a, T3
// why:     A claim is identified by what it says. Where sessions word it differently, the earliest wording is kept,
//          whatever the order of arrival (law I3). What the search indexes have of a pruned claim stays put aside. A fact
//          carries the keys of the groups of rivals that it is in, by the ontology that it first came with (validity.regroup
//          gives it others); that of a negation once both its sides are stored.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    tenant_token :: STRING NOT NULL     word that stands for the tenant in full-text indexes
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MERGE (c:Claim {id: row.id})
ON CREATE SET c.tenant = $tenant, c.kind = row.kind, c.negated = row.negated, c.rank = row.rank,
              c.recorded_at = $now, c.standing = 'unsupported', c.validity = 0.0,
              c.confidence = 0.0, c.confidence_shared = 0.0, c.weakest_support = 0.0,
              c.rivals_by_subject = row.rivals.by_subject, c.rivals_by_object = row.rivals.by_object
SET c.rank = CASE WHEN row.rank > c.rank THEN row.rank ELSE c.rank END, c.former_embedding = null
FOREACH (_ IN CASE WHEN c:Pruned THEN [] ELSE [1] END | SET c.tenant_token = $tenant_token)
FOREACH (_ IN CASE WHEN c:Pruned THEN [1] ELSE [] END | SET c.pruned_token = $tenant_token)
FOREACH (_ IN CASE WHEN row.is_event THEN [1] ELSE [] END | SET c:Event)
FOREACH (_ IN CASE WHEN c.wording_key IS NULL OR row.wording_key <= c.wording_key THEN [1] ELSE [] END |
  SET c.wording_key = row.wording_key, c.statement = row.statement,
      c.predicate = row.predicate, c.value = row.value, c.unit = row.unit)
CALL (c, row) {
  WITH c, row WHERE c.wording_key = row.wording_key AND row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(c, CASE WHEN c:Pruned THEN 'pruned_embedding' ELSE 'embedding' END, row.embedding)
}
CALL (c, row) {
  MATCH (other:Claim {id: row.rivals.counterpart, tenant: $tenant})
  SET c.rivals_by_negation = row.rivals.by_negation, other.rivals_by_negation = row.rivals.by_negation
}
WITH c, row
UNWIND row.about AS about
MATCH (e:Entity {id: about.id})
MERGE (c)-[r:ABOUT {role: about.role}]->(e)
REMOVE r.ended_at
