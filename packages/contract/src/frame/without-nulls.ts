import { type TSchema, Type } from 'typebox'

/**
 * Returns a function that removes explicit nulls of optional fields from a body, because null is the same as an
 * absent field. Nullable fields keep it. It follows the schema, so that unknown fields, however deep, are
 * never visited.
 */
export function nullRemover(schema: TSchema): (body: unknown) => void {
  if (Type.IsUnion(schema)) return inAnyOf(schema.anyOf)
  if (Type.IsArray(schema)) return inEach(nullRemover(schema.items))
  if (Type.IsRecord(schema)) return inValues(Object.values(schema.patternProperties).map(nullRemover))
  if (!Type.IsObject(schema)) return () => {}
  const required = new Set<string>(schema.required ?? [])
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    isCleared: !required.has(name) && !acceptsNull(field),
    inside: nullRemover(field),
  }))
  return (body) => {
    if (!isObject(body)) return
    for (const { name, isCleared, inside } of fields) {
      if (!Object.hasOwn(body, name)) continue
      if (body[name] === null && isCleared) delete body[name]
      else inside(body[name])
    }
  }
}

/** Branches agree on which of the fields that they share may be left out, so each may take out its own. */
function inAnyOf(branches: readonly TSchema[]): (value: unknown) => void {
  const inside = branches.map(nullRemover)
  return (value) => {
    for (const removeNulls of inside) removeNulls(value)
  }
}

function inEach(removeNulls: (entry: unknown) => void): (value: unknown) => void {
  return (value) => {
    if (Array.isArray(value)) for (const entry of value) removeNulls(entry)
  }
}

/** Names are the caller’s own, so each is as good as the next. */
function inValues(removers: readonly ((value: unknown) => void)[]): (record: unknown) => void {
  return (record) => {
    if (!isObject(record)) return
    for (const value of Object.values(record)) for (const removeNulls of removers) removeNulls(value)
  }
}

function acceptsNull(schema: TSchema): boolean {
  return Type.IsNull(schema) || (Type.IsUnion(schema) && schema.anyOf.some(acceptsNull))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
