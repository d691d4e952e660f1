// Entities by id, external id or name
// name:    recall.entities
// mode:    read
// grain:   one row per entity
// law:     I1
// why:     Names fold to the key that identity uses, so any spelling finds the entity.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               perhaps an id
// param    key :: STRING NOT NULL              the name, folded
// returns  id :: STRING NOT NULL               the entity
// returns  kind :: STRING NOT NULL             its kind
// returns  external_id :: STRING NOT NULL      the caller's id
// returns  name :: STRING NOT NULL             as first spelled
// returns  group :: STRING                     conversation that tells people apart
// returns  stated :: BOOLEAN NOT NULL          whether anything is still claimed about it
// order:   id
CYPHER 25
CALL {
  MATCH (e:Entity {id: $id}) WHERE e.tenant = $tenant RETURN e
  UNION
  MATCH (e:Entity) WHERE e.tenant = $tenant AND e.key = $key RETURN e
  UNION
  MATCH (e:Entity) WHERE e.tenant = $tenant AND e.name_key = $key RETURN e
}
RETURN e.id AS id, e.kind AS kind, e.external_id AS external_id, e.name AS name, e.group AS group,
       EXISTS { MATCH (e)<-[about:ABOUT]-(c:Claim) WHERE about.ended_at IS NULL AND c.wording_key IS NOT NULL } AS stated
ORDER BY id
