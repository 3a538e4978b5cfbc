import { type TSchema, Type } from 'typebox'
import { envelopeSchema, eventTitle, webhookEventTypes } from '../../webhooks/event-types.ts'
import type { Endpoint } from '../endpoint.ts'
import { errorEntries } from '../error-entries.ts'
import { listOf } from '../list.ts'
import { clientEnums } from './client-enums.ts'
import { type ClientOperation, clientOperation, isAllOptional } from './client-model.ts'
import { commonFields, type Field, shapeFinder, sharedFields } from './client-shapes.ts'
import { block, comment, indented, literal, plain, typeWriter } from './client-types.ts'
import { collectComponents, isObject, type Json, type JsonObject } from './openapi-components.ts'

/**
 * The TypeScript module that the client package is made with: a table of the operations for sending requests, and types
 * of requests and responses that need no schema library.
 *
 * @throws Error for a schema that has no counterpart here
 */
export function clientOperations(endpoints: Readonly<Record<string, Endpoint>>): string {
  const components = collectComponents()
  const described = Object.values(endpoints).map((endpoint) => clientOperation(endpoint, components))
  const shared = Object.entries(sharedFields).map(
    ([name, fields]) => [name, components.reference(Type.Object(fields))] as const,
  )
  const schemas = [...shared, ...Object.entries(components.schemas())]
  const writer = moduleWriter(described, schemas)
  const table = described.map((it) => `  ${it.name}: ${JSON.stringify(operationOf(it))},`)
  const methods = described.map(writer.methodOf)
  const types = [
    `export const operations = {\n${table.join('\n')}\n} as const\n`,
    `/** One method per operation, by its name in the reference. */\nexport type Client = {${indented(methods.join('\n'))}}\n`,
    `/** The closed list of error codes of the API. */\nexport type ErrorCode =\n${errorEntries.map(([code]) => `  | '${code}'`).join('\n')}\n`,
    IDEMPOTENT,
    writer.commonTypes(),
    pageType(components.reference),
    eventType(components.reference),
    ...schemas.map(([name, schema]) => writer.namedType(name, schema)),
  ].join('\n')
  return [
    '// Generated from the contract by `npm run generate`.',
    "import type { CallOptions } from './call-options.ts'",
    `import type { ${usedEnums(types).join(', ')} } from './enums.generated.ts'`,
    "import type { ListCall } from './list-call.ts'\n",
    types,
  ].join('\n')
}

/** The TypeScript module with the closed sets of the API: each as a list and as a type. */
export function clientEnumModule(): string {
  const enums = Object.entries(clientEnums).map(
    ([name, { type, about, values }]) =>
      `${comment(about)}export const ${name} = [${values.map(literal).join(', ')}] as const\nexport type ${type} = (typeof ${name})[number]\n`,
  )
  return ['// Generated from the contract by `npm run generate`.', ...enums].join('\n')
}

/** @throws Error for a set that no type has */
function usedEnums(types: string): readonly string[] {
  const names = Object.values(clientEnums).map((it) => it.type)
  const unused = names.filter((it) => !new RegExp(`\\b${it}\\b`).test(types))
  if (unused.length > 0) throw new Error(`no type of the client has the values of ${unused.join(', ')}`)
  return names.toSorted()
}

const IDEMPOTENT = `/** What requests take that can be repeated without acting again. */
export type Idempotent = {
  /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
  readonly idempotencyKey?: string | undefined
}
`

/** The fields of a list's page beside its entries. */
const pageFields = ['count', 'totalCount', 'nextCursor'] as const

type Reference = (schema: TSchema) => Json

function pageType(reference: Reference): string {
  const { nextCursor, count, totalCount } = listOf('entries', Type.String(), '').properties
  const fields = plain.fieldsOf(reference(Type.Object({ count, totalCount, nextCursor })))
  return `/** A page of a list, with its entries under their name. */\nexport type Page<Name extends string, Entry> = ${block(fields)} & { readonly [Key in Name]: readonly Entry[] }\n`
}

const eventTitles = new Set(webhookEventTypes.map(eventTitle))

/** The envelope that all events have in common. */
function eventType(reference: Reference): string {
  const own: Readonly<Record<string, string>> = { type: 'readonly type: Type', data: 'readonly data: Data' }
  const fields = plain
    .fieldsOf(reference(Type.Object(envelopeSchema('user.created').properties)))
    .map(({ name, text }) => ({ name, text: own[name] ?? text }))
  return `/** An event of one type. */\nexport type EventOf<Type extends string, Data> = ${block(fields)}\n`
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

/** Writes methods and named types: each shape, parameter and closed set once. */
function moduleWriter(
  operations: readonly ClientOperation[],
  schemas: readonly (readonly [name: string, schema: Json])[],
) {
  const shapes = schemas.map(([name, schema]) => ({ name, fields: plain.fieldsOf(schema) }))
  const { typeOf, fieldsOf } = typeWriter(shapeFinder(shapes))
  const pathParams = commonFields(
    operations.map((it) => fieldsOf(it.params)),
    1,
  )
  const queryFields = commonFields(
    operations.map((it) => fieldsOf(it.query)),
    2,
  )

  function commonTypes(): string {
    return [
      `/** The parameters of paths, of which each operation has its own. */\nexport type PathParams = ${block(pathParams)}\n`,
      `/** The parameters of queries that several operations have. */\nexport type QueryFields = ${block(queryFields)}\n`,
    ].join('\n')
  }

  function methodOf(operation: ClientOperation): string {
    const { name, summary, description, params, query, body, upload } = operation
    const parts = [
      part('params', params, { name: 'PathParams', fields: pathParams }),
      part('query', query, { name: 'QueryFields', fields: queryFields }),
      ...(body === null ? [] : [bodyPart(body)]),
      ...(upload === null ? [] : [uploadPart(upload)]),
    ].filter((it) => it !== null)
    const isOptional = parts.every((it) => it.isOptional)
    const fields = parts.length === 0 ? '' : `{${indented(parts.map((it) => it.text).join('\n'))}} & `
    const idempotent = operation.takesIdempotencyKey ? 'Idempotent & ' : ''
    const input = `input${isOptional ? '?' : ''}: ${fields}${idempotent}CallOptions`
    return `${comment(`${summary}.\n\n${description}`)}${name}(${input}): ${answerOf(operation)}`
  }

  function bodyPart({ schema, isOptional }: NonNullable<ClientOperation['body']>): Part {
    return { text: `readonly body${isOptional ? '?' : ''}: ${typeOf(schema)}`, isOptional }
  }

  /** Parameters: those that others have too by their names, and the rest. */
  function part(
    name: string,
    schema: Json,
    common: { readonly name: string; readonly fields: readonly Field[] },
  ) {
    const fields = fieldsOf(schema)
    if (fields.length === 0) return null
    const isCommon = (field: Field) => common.fields.some((it) => it.text === field.text)
    const names = fields.filter(isCommon).map((it) => literal(it.name))
    const own = fields.filter((it) => !isCommon(it))
    const types = [
      ...(names.length === 0 ? [] : [`Pick<${common.name}, ${names.join(' | ')}>`]),
      ...(own.length === 0 ? [] : [block(own)]),
    ]
    const isOptional = isAllOptional(schema)
    return { text: `readonly ${name}${isOptional ? '?' : ''}: ${types.join(' & ')}`, isOptional }
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
    return `${comment(description)}export type ${name} = ${eventTitles.has(name) ? eventOf(schema) : typeOf(schema, name)}\n`
  }

  function eventOf(schema: Json): string {
    const { type, data }: JsonObject = Object(isObject(schema) ? schema.properties : null)
    return `EventOf<${typeOf(type ?? null)}, ${typeOf(data ?? null)}>`
  }

  return { methodOf, commonTypes, namedType }
}

type Part = { readonly text: string; readonly isOptional: boolean }

/** A file as a whole; a larger one is better sent as a stream, without the client. */
function uploadPart(mediaTypes: readonly string[]): Part {
  const contentType = mediaTypes.map(literal).join(' | ')
  return {
    text: `/** The file. Send one that does not fit into memory as a stream, without the client. */\nreadonly upload: { readonly contentType: ${contentType}; readonly text: string }`,
    isOptional: false,
  }
}
