import { nearestName } from '@goodword/domain/values/nearest-name'
import { type TSchema, Type } from 'typebox'
import { Refusal } from './refusal.ts'

const SHOWN_LENGTH = 100

/**
 * Refuses a body with a field that its schema does not have, at any depth: a misspelled setting must not be ignored
 * silently. Fields of `answer` are accepted too, because clients send back whole answers.
 *
 * @throws Refusal VALIDATION_FAILED that names the field and the nearest known one
 */
export function refuseUnknownField(body: unknown, schema: TSchema, answer: TSchema | null = null): void {
  const found = findUnknown(body, answer === null ? [schema] : [schema, answer], [])
  if (found === null) return
  const path = found.path.map((it) => shortened(it)).join('.')
  const nearest = nearestName(found.path.at(-1) ?? '', found.known)
  const remedy = nearest === null ? 'Remove it.' : `The nearest known field is "${nearest}".`
  throw new Refusal('VALIDATION_FAILED', `"${path}" is not a known field. ${remedy}`, path)
}

type Unknown = { readonly path: readonly string[]; readonly known: readonly string[] }

function findUnknown(value: unknown, schemas: readonly TSchema[], path: readonly string[]): Unknown | null {
  const branches = schemas.flatMap(branchesOf)
  if (Array.isArray(value)) {
    const items = branches.flatMap((it) => (Type.IsArray(it) ? [it.items] : []))
    return items.length === 0
      ? null
      : firstOf(value.entries(), ([index, entry]) => findUnknown(entry, items, [...path, `${index}`]))
  }
  if (!isObject(value)) return null
  const records = branches.flatMap((it) => (Type.IsRecord(it) ? Object.values(it.patternProperties) : []))
  const objects = meant(branches.filter(Type.IsObject), value)
  // The validator says that no object is expected here.
  if (objects.length === 0 && records.length === 0) return null
  return firstOf(Object.entries(value), ([name, field]) => {
    const inside = objects.flatMap((it) => (Object.hasOwn(it.properties, name) ? [it.properties[name]] : []))
    const known = [...inside.filter((it) => it !== undefined), ...records]
    if (known.length > 0) return findUnknown(field, known, [...path, name])
    return { path: [...path, name], known: [...new Set(objects.flatMap((it) => Object.keys(it.properties)))] }
  })
}

type ObjectSchema = TSchema & { readonly properties: Readonly<Record<string, TSchema>> }

/** The forms of an object that have the value's constants, such as its `type`; all if none has. */
function meant(
  objects: readonly ObjectSchema[],
  value: Readonly<Record<string, unknown>>,
): readonly ObjectSchema[] {
  const fitting = objects.filter((it) =>
    Object.entries(it.properties).every(([name, field]) => mayBe(field, value[name])),
  )
  return fitting.length === 0 ? objects : fitting
}

function mayBe(field: TSchema, value: unknown): boolean {
  if (Type.IsLiteral(field)) return field.const === value
  return !Type.IsEnum(field) || Object.values<unknown>(field.enum).includes(value) || value === undefined
}

function branchesOf(schema: TSchema): readonly TSchema[] {
  return Type.IsUnion(schema) ? schema.anyOf.flatMap(branchesOf) : [schema]
}

function firstOf<Entry>(entries: Iterable<Entry>, find: (entry: Entry) => Unknown | null): Unknown | null {
  for (const entry of entries) {
    const found = find(entry)
    if (found !== null) return found
  }
  return null
}

function shortened(name: string): string {
  return name.length > SHOWN_LENGTH ? `${name.slice(0, SHOWN_LENGTH)}…` : name
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
