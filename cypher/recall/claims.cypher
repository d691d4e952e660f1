// Claims by their ids, with figures
// name:    recall.claims
// mode:    read
// grain:   one row per claim
// why:     What every view of a claim shows.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  id :: STRING NOT NULL               the claim
// returns  kind :: STRING NOT NULL             fact, or the kind of event
// returns  statement :: STRING NOT NULL        its wording
// returns  negated :: BOOLEAN NOT NULL         whether it denies
// returns  standing :: STRING NOT NULL         supported, weakened or unsupported
// returns  validity :: FLOAT NOT NULL          0 superseded, 0.5 suspect, 1
// returns  valid_until :: ZONED DATETIME       when it was superseded
// returns  confidence :: FLOAT NOT NULL        C1
// returns  confidence_shared :: FLOAT NOT NULL  C3
// returns  weakest_support :: FLOAT NOT NULL   least along its support chain
// returns  calibrated :: BOOLEAN NOT NULL      whether all its assertions are of calibrated models
// returns  rank :: INTEGER NOT NULL            height above the observations
// returns  pruned :: BOOLEAN NOT NULL          whether it is hidden by pruning
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
RETURN c.id AS id, c.kind AS kind, c.statement AS statement, c.negated AS negated, c.standing AS standing, c.validity AS validity,
       c.valid_until AS valid_until, c.confidence AS confidence, c.confidence_shared AS confidence_shared,
       c.weakest_support AS weakest_support,
       c.standing <> 'unsupported' AND NOT EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND a.calibration IS NULL } AS calibrated,
       c.rank AS rank, c:Pruned AS pruned
ORDER BY id
