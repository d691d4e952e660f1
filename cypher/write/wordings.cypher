// Claims whose wording is that of a reason which ended, with the wording they take instead
// name:    write.wordings
// mode:    read
// grain:   one row per claim that is worded anew
// law:     I3
// why:     Of the reasons that are given, the one with the smallest key words the claim; a claim that nobody gives a
//          reason for any more keeps the words it had.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  id :: STRING NOT NULL               the claim
// returns  wording_key :: STRING NOT NULL      of the reason that words it
// returns  statement :: STRING NOT NULL        as that says it
// returns  predicate :: STRING                 as that says it
// returns  value :: STRING                     as that says it
// returns  unit :: STRING                      as that says it
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.ended_at IS NULL
  RETURN a ORDER BY a.wording_key, a.id LIMIT 1
}
WITH c, a
WHERE c.wording_key <> a.wording_key OR c.statement <> a.statement
RETURN c.id AS id, a.wording_key AS wording_key, a.statement AS statement, a.predicate AS predicate, a.value AS value,
       a.unit AS unit
ORDER BY id
