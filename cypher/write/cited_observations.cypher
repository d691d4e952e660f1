// Observations cited by their id
// name:    write.cited_observations
// mode:    read
// grain:   one row per observation
// law:     C2
// why:     A claim may rest on what another session saw; its source and time are those of the observation.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of observations
// returns  observation_id :: STRING NOT NULL   the observation
// returns  text :: STRING NOT NULL             its text
// returns  observed_at :: ZONED DATETIME       when it was said
// returns  source_id :: STRING NOT NULL        its source
// returns  source_kind :: STRING NOT NULL      document, tool or speaker
// returns  role :: STRING                      user, assistant or tool
// returns  published_at :: ZONED DATETIME      publication of the source
// returns  published_grain :: STRING           grain of that time
// order:   observation_id
CYPHER 25
UNWIND $ids AS id
MATCH (o:Observation {id: id, tenant: $tenant})-[:FROM]->(s:Source)
WHERE o.ended_at IS NULL
RETURN o.id AS observation_id, o.text AS text, o.observed_at AS observed_at, s.id AS source_id, s.kind AS source_kind, o.role AS role,
       s.published_at AS published_at, s.published_grain AS published_grain
ORDER BY observation_id
