import { type TSchema, Type } from 'typebox'
import { type ClientOperation, clientOperation, isAllOptional } from './client-model.ts'
import type { Endpoint } from './endpoint.ts'
import { errorEntries } from './error-entries.ts'
import { listOf } from './list.ts'
import { collectComponents, isObject, type Json, type JsonObject, requiredOf } from './openapi-components.ts'
import { envelopeSchema, eventTitle, webhookEventTypes } from './webhooks/all.ts'

/**
 * The TypeScript module that the client package is made with: a table of the operations for sending requests, and types
 * of requests and responses that need no schema library.
 *
 * @throws Error for a schema that has no counterpart here
 */
export function clientOperations(endpoints: Readonly<Record<string, Endpoint>>): string {
  const components = collectComponents()
  const described = Object.values(endpoints).map((endpoint) => clientOperation(endpoint, components))
  const methods = described.map(methodOf)
  const table = described.map((it) => `  ${it.name}: ${JSON.stringify(operationOf(it))},`)
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

const eventTitles = new Set(webhookEventTypes.map(eventTitle))

/** The envelope that all events have in common. */
function eventType(reference: Reference): string {
  const schema = reference(Type.Object(envelopeSchema('user.created').properties))
  if (!isObject(schema)) throw new Error('the envelope of events has no fields')
  const required = requiredOf(schema)
  const own: Readonly<Record<string, string>> = { type: 'readonly type: Type', data: 'readonly data: Data' }
  const fields = Object.entries(Object(schema.properties)).map(
    ([name, property]) => own[name] ?? fieldOf(name, property as Json, required),
  )
  return `/** An event of one type. */\nexport type EventOf<Type extends string, Data> = {${indented(fields.join('\n'))}}\n`
}

function operationOf(operation: ClientOperation) {
  const { method, path, body, upload, takesApiKey, makesIdempotencyKey, answers, list } = operation
  return {
    method,
    path,
    hasBody: body !== null,
    hasUpload: upload !== null,
    takesApiKey,
    makesIdempotencyKey,
    successStatuses: answers.map(({ status }) => status),
    list: list === null ? null : { entries: list.entries, cursor: list.cursor },
  }
}

type Reference = (schema: TSchema) => Json

function methodOf(operation: ClientOperation): string {
  const { name, summary, description, params, query, body, upload } = operation
  const parts = [
    part('params', params),
    part('query', query),
    ...(body === null ? [] : [bodyPart(body)]),
    ...(upload === null ? [] : [uploadPart(upload)]),
    ...(operation.takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
  ].filter((it) => it.text !== '')
  const isOptional = parts.every((it) => it.isOptional)
  const fields = parts.length === 0 ? '' : `{${indented(parts.map((it) => it.text).join('\n'))}} & `
  const input = `input${isOptional ? '?' : ''}: ${fields}CallOptions`
  return `${comment(`${summary}.\n\n${description}`)}${name}(${input}): ${answerOf(operation)}`
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

function bodyPart({ schema, isOptional }: NonNullable<ClientOperation['body']>): Part {
  return { text: `readonly body${isOptional ? '?' : ''}: ${typeOf(schema)}`, isOptional }
}

function part(name: string, schema: Json): Part {
  const { properties } = Object(schema)
  if (isObject(properties ?? null) && Object.keys(properties).length === 0) {
    return { text: '', isOptional: true }
  }
  const isOptional = isAllOptional(schema)
  return { text: `readonly ${name}${isOptional ? '?' : ''}: ${typeOf(schema)}`, isOptional }
}

function answerOf({ answers, list }: ClientOperation): string {
  const types = answers.map(({ status, schema }) => ({ status, type: typeOf(schema) }))
  const [only] = types
  if (list !== null) {
    return `ListCall<${pageOf(answers[0]?.schema ?? null, list.entries) ?? only?.type}, '${list.entries}'>`
  }
  if (types.length === 1) return `Promise<${only?.type}>`
  return `Promise<${types.map((it) => `{ readonly status: ${it.status}; readonly answer: ${it.type} }`).join(' | ')}>`
}

/** The page of a list by its entries; null for one that has further fields, or whose cursor means something else. */
function pageOf(page: Json, entries: string): string | null {
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
