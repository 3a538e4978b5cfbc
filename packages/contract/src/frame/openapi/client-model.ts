import type { TSchema } from 'typebox'
import { type Endpoint, idempotencyOf } from '../endpoint.ts'
import { type Components, isObject, type Json, requiredOf } from './openapi-components.ts'

/** The model of an operation for clients in any language. Schemas refer to each other by name, as in the OpenAPI document. */
export type ClientOperation = {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly method: Endpoint['method']
  /** Below `/api/v1/{tenantAlias}`. */
  readonly path: string
  readonly params: Json
  readonly query: Json
  readonly body: { readonly schema: Json; readonly isOptional: boolean } | null
  /** The media types of a file that it takes instead of a body. */
  readonly upload: readonly string[] | null
  /** Operations for browsers take none. */
  readonly takesApiKey: boolean
  readonly takesIdempotencyKey: boolean
  /** Whether a repeat without an `Idempotency-Key` would act again, or be refused. */
  readonly makesIdempotencyKey: boolean
  readonly answers: readonly { readonly status: number; readonly schema: Json }[]
  readonly list: PagedList | null
}

/** How to iterate over the answer of a list; null for an operation that is none. */
export type PagedList = {
  /** The name of the entries in a page. */
  readonly entries: string
  readonly entry: Json
  /** The parameter that takes `nextCursor`; null for a list that is one page. */
  readonly cursor: 'cursor' | 'after' | null
}

/** Describes an operation for the generators of clients. */
export function clientOperation(endpoint: Endpoint, { reference }: Components): ClientOperation {
  const { name, summary, description, method, path, body, scope, success } = endpoint
  const params = reference(endpoint.params)
  const query = reference(endpoint.query)
  const bodySchema = body === null ? null : reference(body)
  const answers = Object.entries(success).map(([status, schema]) => ({
    status: Number(status),
    schema: reference(schema),
  }))
  if (answers.length === 0) throw new Error(`${name} has no success response`)
  return {
    name,
    summary,
    description,
    method,
    path,
    params,
    query,
    body:
      bodySchema === null
        ? null
        : { schema: bodySchema, isOptional: endpoint.isBodyOptional === true || isAllOptional(bodySchema) },
    upload: endpoint.upload ?? null,
    takesApiKey: scope !== null,
    takesIdempotencyKey: idempotencyOf(endpoint) !== 'none',
    makesIdempotencyKey: endpoint.repeated !== undefined && idempotencyOf(endpoint) !== 'none',
    answers,
    list: listOf(endpoint, reference),
  }
}

/** Whether nothing has to be given. A named schema is given by its name, whatever it requires. */
export function isAllOptional(schema: Json): boolean {
  return isObject(schema) && !('$ref' in schema) && requiredOf(schema).size === 0
}

/** A list is named so, and its answer has one array. */
function listOf({ name, query, success }: Endpoint, reference: Components['reference']): PagedList | null {
  if (!name.startsWith('list')) return null
  const properties: Readonly<Record<string, TSchema>> = Object(success[200]).properties
  const [list, ...others] = Object.entries(properties).filter(([, it]) => 'items' in it)
  if (list === undefined || others.length > 0) throw new Error(`${name} has not one list of entries`)
  const [entries, schema] = list
  const cursor = 'after' in query.properties ? 'after' : 'cursor'
  return {
    entries,
    entry: reference(Object(schema).items),
    cursor: 'nextCursor' in properties ? cursor : null,
  }
}
