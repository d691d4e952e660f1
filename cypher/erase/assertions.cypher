// Delete reasons, and count on those that stay what they lost
// name:    erase.assertions
// mode:    write
// grain:   no rows
// law:     R6, R2, R3
// why:     A reason that keeps part of what it rests on is partial from now on: what is erased counts among its supports
//          as gone. A quote of a wording that is erased goes as well. An act on a claim names none that goes: should it be
//          given again, it is new.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        reasons that go
// param    lost :: LIST<MAP> NOT NULL          of each reason that stays: id, and how many supports it lost
// param    unquoted :: LIST<MAP> NOT NULL      supports that lose their quote: assertion, support
CYPHER 25
CALL {
  UNWIND $lost AS row
  MATCH (a:Assertion {id: row.id})
  WHERE a.tenant = $tenant
  SET a.erased_supports = coalesce(a.erased_supports, 0) + row.lost
}
CALL {
  UNWIND $unquoted AS row
  MATCH (a:Assertion {id: row.assertion})-[r:RESTS_ON]->(:Claim {id: row.support})
  WHERE a.tenant = $tenant
  REMOVE r.quote, r.start, r.end
}
CALL {
  UNWIND $ids AS id
  MATCH (c:Claim)-[:ASSERTED_BY]->(a:Assertion {id: id})
  WHERE a.tenant = $tenant
  WITH DISTINCT c
  MATCH (c)<-[act:RETRACTS]-(:Retraction)
  SET act.assertion_ids = [one IN act.assertion_ids WHERE NOT one IN $ids]
}
CALL {
  UNWIND $ids AS id
  MATCH (a:Assertion {id: id})
  WHERE a.tenant = $tenant
  DETACH DELETE a
}
