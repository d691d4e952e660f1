// Take from acts, verdicts and sessions the words that may be those of what is erased
// name:    erase.forget
// mode:    write
// grain:   no rows
// law:     R6
// why:     Whoever took something back or judged it may have said why in its words; a summary, a stored reply, why reading failed, and a title
//          are made of messages. What an act was about stays on record as an id. A session that lost anything is
//          no longer the same input: sent again, it is new.
// param    tenant :: STRING NOT NULL           whose data
// param    claims :: LIST<STRING> NOT NULL     claims that go, or rest on what goes
// param    ids :: LIST<STRING> NOT NULL        everything that goes
// param    sessions :: LIST<STRING> NOT NULL   sessions that lose something
// param    titled :: LIST<STRING> NOT NULL     sessions whose title goes too
CYPHER 25
CALL {
  UNWIND $claims AS id
  MATCH (:Claim {id: id, tenant: $tenant})<-[:RETRACTS|AFFECTED]-(r:Retraction)
  WITH DISTINCT r
  REMOVE r.reason
}
CALL {
  UNWIND $ids AS id
  CALL (id) {
    MATCH (t:Observation {id: id, tenant: $tenant}) RETURN t
    UNION
    MATCH (t:Source {id: id, tenant: $tenant}) RETURN t
    UNION
    MATCH (t:Session {id: id, tenant: $tenant}) RETURN t
  }
  MATCH (t)-[:FROM|RECORDED_IN]->{0,1}(of)<-[:RETRACTS]-(r:Retraction)
  REMOVE r.reason
}
CALL {
  UNWIND $claims AS id
  MATCH (:Claim {id: id, tenant: $tenant})<--(v:Verdict)
  REMOVE v.ground
}
CALL {
  UNWIND $sessions AS id
  MATCH (s:Session {id: id, tenant: $tenant})
  SET s.content_hash = 'erased', s.context_hash = 'erased'
  REMOVE s.summary, s.reply, s.reason
}
CALL {
  UNWIND $titled AS id
  MATCH (s:Session {id: id, tenant: $tenant})
  REMOVE s.title
}
