// Quotes that no longer match their text, and supports whose text is gone
// name:    audit.quotes_not_found
// mode:    read
// grain:   one row per support
// law:     S2, R6
// why:     A quote was checked when it was stored; this checks it against the text as it is, after the same folding of
//          white space, quotation marks and NFKC. A claim that was worded anew may no longer hold the words quoted from
//          it; a message that no longer holds its quote was changed by hand.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         the claim
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  support_id :: STRING                what it rests on; null where that was erased
// returns  support_kind :: STRING              observation or claim
// returns  problem :: STRING NOT NULL          quote_not_found, text_gone or erased
// returns  quote :: STRING                     the words that are to support it
// returns  text :: STRING                      what is said now
// order:   claim_id, assertion_id, support_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
CALL (a) {
  MATCH (a)-[r:RESTS_ON]->(x)
  WITH x, r.quote AS quote, coalesce(x.text, x.statement) AS text
  WHERE coalesce(trim(text), '') = '' OR NOT text CONTAINS quote
  CALL (quote, text) {
    UNWIND [quote, text] AS words
    WITH reduce(kept = normalize(words, NFKC), mark IN ['‘', '’', '‚', '‛', '′', '`', '´'] | replace(kept, mark, '\'')) AS words
    WITH reduce(kept = words, mark IN ['“', '”', '„', '‟', '″', '«', '»'] | replace(kept, mark, '"')) AS words
    WITH reduce(kept = words, space IN ['\t', '\n', '\r', '\u0085', '\u1680', '\u2028', '\u2029'] | replace(kept, space, ' ')) AS words
    // each pass halves the longest run of spaces
    WITH trim(reduce(kept = words, pass IN range(1, 20) | replace(kept, '  ', ' '))) AS words
    RETURN collect(words) AS folded
  }
  WITH x, quote, text, CASE
    WHEN coalesce(trim(text), '') = '' THEN 'text_gone'
    WHEN NOT folded[1] CONTAINS folded[0] THEN 'quote_not_found' END AS problem
  WHERE problem IS NOT NULL
  RETURN x.id AS support_id, CASE WHEN x:Claim THEN 'claim' ELSE 'observation' END AS support_kind, problem, quote, text
  UNION ALL
  WITH a
  UNWIND range(1, coalesce(a.erased_supports, 0)) AS one
  RETURN null AS support_id, null AS support_kind, 'erased' AS problem, null AS quote, null AS text
}
RETURN c.id AS claim_id, a.id AS assertion_id, support_id, support_kind, problem, quote, text
ORDER BY claim_id, assertion_id, support_id
