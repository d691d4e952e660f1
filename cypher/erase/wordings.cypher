// Claims that are worded by a reason that is no more, with the wording that is left
// name:    erase.wordings
// mode:    read
// grain:   one row per claim
// law:     R6, I3
// why:     The earliest of the reasons that are given words a claim; where none is given, the earliest that was. What nobody
//          gives has no vector: it takes no place in a search.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        claims that lost a reason
// returns  id :: STRING NOT NULL               the claim
// returns  wording_key :: STRING NOT NULL      of the reason that words it
// returns  statement :: STRING NOT NULL        as that says it
// returns  predicate :: STRING                 as that says it
// returns  value :: STRING                     as that says it
// returns  unit :: STRING                      as that says it
// returns  given :: BOOLEAN NOT NULL           whether its session gives that reason still
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  RETURN a ORDER BY a.ended_at IS NOT NULL, a.wording_key, a.id LIMIT 1
}
WITH c, a
WHERE c.wording_key IS NULL OR c.wording_key <> a.wording_key OR c.statement <> a.statement
RETURN c.id AS id, a.wording_key AS wording_key, a.statement AS statement, a.predicate AS predicate, a.value AS value,
       a.unit AS unit, a.ended_at IS NULL AS given
ORDER BY id
