// Claims by their group of rivals by subject
// name:    schema.claim_rivals_by_subject
// mode:    schema
// grain:   no rows
// law:     T3
// why:     The rivals of a claim are found without reading what else is told of anybody.
CYPHER 25
CREATE INDEX claim_rivals_by_subject IF NOT EXISTS
FOR (n:Claim) ON (n.rivals_by_subject)
