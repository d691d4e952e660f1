// Which of these claims rest on which others of them, however far down
// name:    write.support_among
// mode:    read
// grain:   one row per pair
// law:     S3
// why:     An assertion that would close a cycle is refused before it is written; the pairs say what a new support
//          could close.
// param    tenant :: STRING NOT NULL           whose data
// param    uppers :: LIST<STRING> NOT NULL     claims that new assertions cite
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  upper :: STRING NOT NULL            claim above
// returns  lower :: STRING NOT NULL            claim it rests on
// order:   upper, lower
CYPHER 25
UNWIND $uppers AS id
MATCH (u:Claim {id: id, tenant: $tenant})
CALL (u) {
  MATCH (u)-[:ASSERTED_BY|RESTS_ON]->{1,}(l:Claim)
  RETURN DISTINCT l
}
WITH u, l
WHERE l.id IN $ids
RETURN u.id AS upper, l.id AS lower
ORDER BY upper, lower
