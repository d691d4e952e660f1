// Take from acts, verdicts and observations texts that name whom is erased
// name:    erase.unsay
// mode:    write
// grain:   no rows
// law:     R6
// why:     These stay, for they are about something else, and lose the text.
// param    tenant :: STRING NOT NULL           whose data
// param    retractions :: LIST<STRING> NOT NULL  acts that lose their reason and who did it
// param    verdicts :: LIST<STRING> NOT NULL   verdicts that lose their ground and who judged
// param    observations :: LIST<STRING> NOT NULL  observations that lose what they say of their source
CYPHER 25
CALL {
  UNWIND $retractions AS id
  MATCH (r:Retraction {id: id, tenant: $tenant})
  REMOVE r.reason, r.by
}
CALL {
  UNWIND $verdicts AS id
  MATCH (v:Verdict {id: id, tenant: $tenant})
  REMOVE v.ground, v.by
}
CALL {
  UNWIND $observations AS id
  MATCH (o:Observation {id: id, tenant: $tenant})
  REMOVE o.source_title, o.source_uri
}
