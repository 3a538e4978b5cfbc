import { type TSchema, Type } from 'typebox'
import { mapInPieces } from '../../../engine/tracing/loop-time.ts'

/**
 * Creates a response serializer: it writes values of a schema as JSON and omits fields that are not in the schema.
 *
 * As fast as Fastify’s generated serialisers on our largest answers, without what those do to unions and values:
 * they validate every branch of a nullable reward, need all custom formats, respond with 500 if a stored value no
 * longer matches a rule, and silently coerce wrong types.
 */
export function jsonWriter(schema: TSchema): (answer: unknown) => string | Promise<string> {
  const serialize = responseSerializer(schema)
  const properties = propertiesOf(schema)
  return (answer) => {
    const isLong = isRecord(answer) && properties.some(({ name }) => isLongList(answer[name]))
    return isLong ? writeInPieces(answer, properties) : JSON.stringify(serialize(answer))
  }
}

/** A longer list is written in pieces. */
const LONG_LIST = 100

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > LONG_LIST
}

/** Writes the same text as in one piece. */
async function writeInPieces(
  answer: Readonly<Record<string, unknown>>,
  properties: readonly Property[],
): Promise<string> {
  const fields: string[] = []
  for (const { name, serialize, serializeEntry } of properties) {
    const value = answer[name]
    const text =
      serializeEntry !== null && isLongList(value)
        ? `[${(await mapInPieces(value, (it) => JSON.stringify(serializeEntry(it)))).join(',')}]`
        : JSON.stringify(serialize(value))
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

type Property = {
  readonly name: string
  readonly serialize: Serializer
  /** Null where it is no list. */
  readonly serializeEntry: Serializer | null
}

function propertiesOf(schema: TSchema): readonly Property[] {
  if (!Type.IsObject(schema)) return []
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    serialize: responseSerializer(property),
    serializeEntry: Type.IsArray(property) ? responseSerializer(property.items) : null,
  }))
}

type Serializer = (value: unknown) => unknown

/** Scalars are copied as they are, and so are records of them, whose names the merchant chooses. */
const whole: Serializer = (value) => value

/** Creates a function that deeply removes the fields that are not in the schema. */
export function responseSerializer(schema: TSchema): Serializer {
  if (Type.IsUnion(schema)) return serializeUnion(schema.anyOf)
  if (Type.IsArray(schema)) return serializeArray(responseSerializer(schema.items))
  if (Type.IsRecord(schema))
    return serializeRecord(Object.values(schema.patternProperties).map(responseSerializer))
  if (Type.IsObject(schema)) return serializeObject(schema.properties)
  return whole
}

function serializeObject(properties: Readonly<Record<string, TSchema>>): Serializer {
  const serializers = Object.entries(properties).map(([name, schema]) => ({
    name,
    serialize: responseSerializer(schema),
  }))
  return (value) => {
    if (!isRecord(value)) return value
    const copy: Record<string, unknown> = {}
    for (const { name, serialize } of serializers) {
      const property = value[name]
      if (property !== undefined) copy[name] = serialize === whole ? property : serialize(property)
    }
    return copy
  }
}

function serializeArray(serializeEntry: Serializer): Serializer {
  return (value) => (Array.isArray(value) ? value.map(serializeEntry) : value)
}

function serializeRecord([serialize = whole]: readonly Serializer[]): Serializer {
  if (serialize === whole) return whole
  return (value) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, serialize(entry)]))
      : value
}

/** Null stays null; in a union of objects, constants such as `type` select the branch. */
function serializeUnion(schemas: readonly TSchema[]): Serializer {
  const branches = schemas
    .filter((schema) => !Type.IsNull(schema))
    .map((schema) => ({ serialize: responseSerializer(schema), constants: constantsOf(schema) }))
  if (branches.every(({ serialize }) => serialize === whole)) return whole
  const [only, ...others] = branches
  if (only !== undefined && others.length === 0)
    return (value) => (value === null ? null : only.serialize(value))
  return (value) => {
    if (!isRecord(value)) return value
    const branch = branches.find(({ constants }) =>
      constants.every(([name, allowed]) => allowed.includes(value[name])),
    )
    // A response that matches no branch is a defect and is not sent.
    if (branch === undefined) throw new Error('The response matches no branch of its schema')
    return branch.serialize(value)
  }
}

type Constants = readonly (readonly [name: string, allowed: readonly unknown[]])[]

function constantsOf(schema: TSchema): Constants {
  if (!Type.IsObject(schema)) return []
  return Object.entries(schema.properties).flatMap(([name, property]): Constants => {
    // What may be absent selects nothing.
    if (Type.IsOptional(property)) return []
    if (Type.IsLiteral(property)) return [[name, [property.const]]]
    return Type.IsEnum(property) ? [[name, property.enum]] : []
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
