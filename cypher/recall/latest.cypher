// The time of a tenant's latest message
// name:    recall.latest
// mode:    read
// grain:   one row
// law:     T1, T8, I4, R5
// why:     A question's relative words are told from it, since no clock is asked. The index is walked from its end, past
//          what was taken back or is said no longer.
// param    tenant :: STRING NOT NULL           whose data
// param    as_of :: ZONED DATETIME             nothing said later; null for the latest
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  latest :: ZONED DATETIME            null where no message has a time
// order:   one row
CYPHER 25
CALL () {
  MATCH (n:Note)
  USING INDEX n:Note(tenant, observed_at)
  WHERE n.tenant = $tenant AND n.observed_at <= coalesce($as_of, datetime('9999-12-31T23:59:59Z'))
    AND (($known_at IS NULL AND NOT n:Retracted AND n.ended_at IS NULL)
      OR (n.recorded_at <= $known_at AND coalesce(n.ended_at > $known_at, true)
        AND none(i IN range(0, size(coalesce(n.gaps, [])) - 2, 2) WHERE n.gaps[i] <= $known_at AND $known_at < n.gaps[i + 1])
        AND NOT EXISTS {
          MATCH (n)-[:FROM|RECORDED_IN]->{0,1}(t)<-[:RETRACTS]-(r:Retraction)
          WHERE r.recorded_at <= $known_at AND coalesce(r.undone_at > $known_at, true)
        }))
  RETURN n.observed_at AS at ORDER BY n.tenant DESC, n.observed_at DESC LIMIT 1
}
RETURN max(at) AS latest
ORDER BY latest
