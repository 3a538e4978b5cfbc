import { type TSchema, Type } from 'typebox'
import { type Endpoint, idempotencyOf } from './endpoint.ts'
import { errorEntries } from './error-entries.ts'
import { listOf } from './list.ts'
import { collectComponents, isObject, type Json, type JsonObject, requiredOf } from './openapi-components.ts'
import { EventEnvelope, eventTitle, webhookEvents } from './webhooks/all.ts'

/**
 * The TypeScript module that the client package is made with: a table of the operations for sending requests, and types
 * of requests and responses that need no schema library.
 *
 * @throws Error for a schema that has no counterpart here
 */
export function clientOperations(endpoints: Readonly<Record<string, Endpoint>>): string {
  const components = collectComponents()
  const entries = Object.entries(endpoints)
  const methods = entries.map(([name, endpoint]) => methodOf(name, endpoint, components.reference))
  const table = entries.map(([name, endpoint]) => `  ${name}: ${JSON.stringify(operationOf(endpoint))},`)
  return [
    '// Generated from the contract by `npm run generate`.',
    "import type { CallOptions } from './call-options.ts'",
    "import type { ListCall } from './list-call.ts'\n",
    `export const operations = {\n${table.join('\n')}\n} as const\n`,
    `/** One method per operation, by its name in the reference. */\nexport type Client = {${indented(methods.join('\n'))}}\n`,
    `/** The closed list of error codes of the API. */\nexport type ErrorCode =\n${errorEntries.map(([code]) => `  | '${code}'`).join('\n')}\n`,
    pageType(components.reference),
    eventType(components.reference),
    ...Object.entries(components.schemas()).map(([name, schema]) => namedType(name, schema)),
  ].join('\n')
}

/** What the pages of lists have beside their entries. */
const pageFields = ['count', 'totalCount', 'nextCursor'] as const

function pageType(reference: Reference): string {
  const { properties } = listOf('entries', Type.String(), '')
  const fields = pageFields.map((name) => fieldOf(name, reference(properties[name]), new Set(pageFields)))
  return `/** A page of a list, with its entries under their name. */\nexport type Page<Name extends string, Entry> = {${indented(fields.join('\n'))}} & { readonly [Key in Name]: readonly Entry[] }\n`
}

const eventTitles = new Set(Object.values(webhookEvents).map(eventTitle))

/** The envelope that all events have in common. */
function eventType(reference: Reference): string {
  const [first] = EventEnvelope.anyOf
  const schema = reference(Type.Object(first.properties))
  if (!isObject(schema)) throw new Error('the envelope of events has no fields')
  const required = requiredOf(schema)
  const own: Readonly<Record<string, string>> = { type: 'readonly type: Type', data: 'readonly data: Data' }
  const fields = Object.entries(Object(schema.properties)).map(
    ([name, property]) => own[name] ?? fieldOf(name, property as Json, required),
  )
  return `/** An event of one type. */\nexport type EventOf<Type extends string, Data> = {${indented(fields.join('\n'))}}\n`
}

function operationOf(endpoint: Endpoint) {
  const { method, path, body, scope, success } = endpoint
  return {
    method,
    path,
    hasBody: body !== null,
    hasUpload: endpoint.upload !== undefined,
    takesApiKey: scope !== null,
    makesIdempotencyKey: endpoint.repeated !== undefined && idempotencyOf(endpoint) !== 'none',
    successStatuses: Object.keys(success).map(Number),
    list: listOfEndpoint(endpoint),
  }
}

/** How to iterate over the answer of a list; null for an operation that is none. */
type PagedList = {
  /** The name of the entries in a page. */
  readonly entries: string
  /** The parameter that takes `nextCursor`; null for a list that is one page. */
  readonly cursor: 'cursor' | 'after' | null
}

/** A list is named so, and its answer has one array. */
function listOfEndpoint({ name, query, success }: Endpoint): PagedList | null {
  if (!name.startsWith('list')) return null
  const page: Json = JSON.parse(JSON.stringify(success[200] ?? null))
  const properties: JsonObject = Object(isObject(page) ? page.properties : null)
  const [entries, ...others] = Object.keys(properties).filter((it) => isArraySchema(properties[it]))
  if (entries === undefined || others.length > 0) throw new Error(`${name} has not one list of entries`)
  if (!('nextCursor' in properties)) return { entries, cursor: null }
  return { entries, cursor: 'after' in query.properties ? 'after' : 'cursor' }
}

const isArraySchema = (schema: Json | undefined) => isObject(schema ?? null) && 'items' in Object(schema)

type Reference = (schema: TSchema) => Json

function methodOf(name: string, endpoint: Endpoint, reference: Reference): string {
  const parts = [
    part('params', reference(endpoint.params)),
    part('query', reference(endpoint.query)),
    ...(endpoint.body === null ? [] : [bodyPart(endpoint, reference(endpoint.body))]),
    ...(endpoint.upload === undefined ? [] : [uploadPart(endpoint.upload)]),
    ...(idempotencyOf(endpoint) === 'none' ? [] : [IDEMPOTENCY_KEY]),
  ].filter((it) => it.text !== '')
  const isOptional = parts.every((it) => it.isOptional)
  const fields = parts.length === 0 ? '' : `{${indented(parts.map((it) => it.text).join('\n'))}} & `
  const input = `input${isOptional ? '?' : ''}: ${fields}CallOptions`
  const { summary, description } = endpoint
  return `${comment(`${summary}.\n\n${description}`)}${name}(${input}): ${answerOf(endpoint, reference)}`
}

type Part = { readonly text: string; readonly isOptional: boolean }

const IDEMPOTENCY_KEY: Part = {
  text: '/** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */\nreadonly idempotencyKey?: string | undefined',
  isOptional: true,
}

/** A file as a whole; a larger one is better sent as a stream, without the client. */
function uploadPart(mediaTypes: readonly string[]): Part {
  const contentType = mediaTypes.map(literal).join(' | ')
  return {
    text: `/** The file. Send one that does not fit into memory as a stream, without the client. */\nreadonly upload: { readonly contentType: ${contentType}; readonly text: string }`,
    isOptional: false,
  }
}

function bodyPart({ isBodyOptional }: Endpoint, schema: Json): Part {
  const { text, isOptional } = part('body', schema)
  if (isBodyOptional !== true || isOptional) return { text, isOptional }
  return { text: `readonly body?: ${typeOf(schema)}`, isOptional: true }
}

function part(name: string, schema: Json): Part {
  if (isObject(schema) && '$ref' in schema) {
    return { text: `readonly ${name}: ${typeOf(schema)}`, isOptional: false }
  }
  if (
    isObject(schema) &&
    isObject(schema.properties ?? null) &&
    Object.keys(Object(schema.properties)).length === 0
  ) {
    return { text: '', isOptional: true }
  }
  const isOptional = isObject(schema) && requiredOf(schema).size === 0
  return { text: `readonly ${name}${isOptional ? '?' : ''}: ${typeOf(schema)}`, isOptional }
}

function answerOf(endpoint: Endpoint, reference: Reference): string {
  const answers = Object.entries(endpoint.success).map(([status, schema]) => ({
    status,
    type: typeOf(reference(schema)),
  }))
  const list = listOfEndpoint(endpoint)
  const [only, ...more] = answers
  if (only === undefined) throw new Error(`${endpoint.name} has no success response`)
  if (list !== null)
    return `ListCall<${pageOf(endpoint, list.entries, reference) ?? only.type}, '${list.entries}'>`
  if (more.length === 0) return `Promise<${only.type}>`
  return `Promise<${answers.map((it) => `{ readonly status: ${it.status}; readonly answer: ${it.type} }`).join(' | ')}>`
}

/** The page of a list by its entries; null for one that has further fields, or whose cursor means something else. */
function pageOf({ success }: Endpoint, entries: string, reference: Reference): string | null {
  const page = success[200] === undefined ? null : reference(success[200])
  const { [entries]: list = null, ...others }: JsonObject = Object(isObject(page) ? page.properties : null)
  const isPlain =
    Object.keys(others).join() === pageFields.join() && typeOf(others.nextCursor ?? null) !== 'string'
  return isPlain && isObject(list) ? `Page<'${entries}', ${typeOf(list.items ?? null)}>` : null
}

function namedType(name: string, schema: Json): string {
  const description = isObject(schema) ? schema.description : undefined
  return `${comment(description)}export type ${name} = ${eventTitles.has(name) ? eventOf(schema) : typeOf(schema)}\n`
}

function eventOf(schema: Json): string {
  const { type, data }: JsonObject = Object(isObject(schema) ? schema.properties : null)
  return `EventOf<${typeOf(type ?? null)}, ${typeOf(data ?? null)}>`
}

/** A JSON schema as the text of a TypeScript type. */
function typeOf(schema: Json): string {
  if (!isObject(schema)) throw new Error(`No schema: ${JSON.stringify(schema)}`)
  if (typeof schema.$ref === 'string') return schema.$ref.replace('#/components/schemas/', '')
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeOf).join(' | ')
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly (${typeOf(schema.items ?? null)})[]`
    case 'object':
      return objectType(schema)
    default:
      throw new Error(`The client has no type for ${JSON.stringify(schema)}`)
  }
}

function objectType(schema: JsonObject): string {
  const { patternProperties = null } = schema
  if (isObject(patternProperties)) return recordType(Object.values(patternProperties))
  const properties = isObject(schema.properties ?? null) ? schema.properties : {}
  const required = requiredOf(schema)
  const fields = Object.entries(Object(properties)).map(([name, property]) =>
    fieldOf(name, property as Json, required),
  )
  return fields.length === 0 ? 'Record<string, never>' : `{${indented(fields.join('\n'))}}`
}

/** The type of an object with names that the schema does not list; an empty schema takes any value. */
function recordType(values: readonly (Json | undefined)[]): string {
  const types = values.map((it = null) =>
    isObject(it) && Object.keys(it).length === 0 ? 'unknown' : typeOf(it),
  )
  return `{ readonly [name: string]: ${types.join(' | ')} }`
}

function fieldOf(name: string, property: Json, required: ReadonlySet<string>): string {
  const description = isObject(property) ? property.description : undefined
  const isRequired = required.has(name)
  // `undefined` is left out of a request like a field that is not there.
  const type = `${typeOf(property)}${isRequired ? '' : ' | undefined'}`
  return `${comment(description)}readonly ${name}${isRequired ? '' : '?'}: ${type}`
}

const literal = (value: Json) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

function comment(text: Json | undefined): string {
  if (typeof text !== 'string') return ''
  const lines = text.split('\n')
  if (lines.length === 1) return `/** ${text} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

const indented = (text: string) => `\n${text.replaceAll(/^(?=.)/gm, '  ')}\n`
