import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { refusalsOf, statusOfCode } from '@goodword/contract/frame/endpoint'
import { ApiError, type ErrorCode, errors } from '@goodword/contract/frame/errors'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** A response in its wire format. */
export type WireAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The rules of the contract that an answer breaks; empty when it keeps it. A success has exactly the fields of its
 * schema; a refusal has the one shape, a code that the operation announces, and that code's status.
 */
export function brokenRules(
  answer: WireAnswer,
  method: string,
  path: string,
  baseUrl: string,
): readonly string[] {
  const endpoint = endpointAt(method, path)
  const { status, headers, body } = answer
  const broken = [
    ...(headers['content-type'] === 'application/json; charset=utf-8' ? [] : ['is not JSON in UTF-8']),
    ...(headers['cache-control'] === 'no-store' ? [] : ['may be stored by caches']),
  ]
  if (status >= 500 && body.apiErrorCode !== 'PROCESSOR_UNAVAILABLE')
    return [...broken, 'is a defect of the service']
  if (status < 400) {
    const schema = Object.entries(endpoint?.success ?? {}).find(([it]) => it === `${status}`)?.[1]
    return [
      ...broken,
      ...(schema === undefined ? [`has the unknown success ${status}`] : misfits(schema, body)),
    ]
  }
  return [...broken, ...misfits(ApiError, body), ...brokenRefusal(answer, endpoint, baseUrl)]
}

function brokenRefusal(
  { status, headers, body }: WireAnswer,
  endpoint: Endpoint | null,
  baseUrl: string,
): readonly string[] {
  const { apiErrorCode, requestId, docUrl, statusCode, message } = body
  if (!isErrorCode(apiErrorCode)) return [`has the unknown code ${String(apiErrorCode)}`]
  return [
    statusOfCode(apiErrorCode, endpoint?.statuses) === status && statusCode === status
      ? null
      : 'has another status than its code',
    endpoint === null || refusalsOf(endpoint).includes(apiErrorCode) ? null : `announces no ${apiErrorCode}`,
    requestId === headers['x-request-id'] ? null : 'has another request id than its header',
    docUrl === `${baseUrl}/docs/errors#${apiErrorCode}` ? null : 'names another page than that of its code',
    // A message ends like a sentence, and never quotes a stack, a statement or a file.
    /^[^\n]+\.$/.test(String(message)) ? null : 'has a message that is no sentence',
    /\bat (?:\/|file:)|\bselect\b|node_modules|\.ts\b/i.test(String(message)) ? 'exposes internals' : null,
    status !== 401 || headers['www-authenticate']?.startsWith(`${schemeOf(apiErrorCode)} `)
      ? null
      : 'does not say how to authenticate',
  ].filter((it) => it !== null)
}

/** A browser must not show a password dialog when a signature is missing. */
function schemeOf(code: ErrorCode): 'Basic' | 'Bearer' {
  return code === 'SIGNATURE_REQUIRED' || code === 'SIGNATURE_INVALID' ? 'Bearer' : 'Basic'
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}

/** Where a value differs from its schema; a field that the schema does not name differs too. */
function misfits(schema: TSchema, value: unknown): readonly string[] {
  const strict = validators.get(schema) ?? Compile(exactly(JSON.parse(JSON.stringify(schema))) as TSchema)
  validators.set(schema, strict)
  if (strict.Check(value)) return []
  return strict.Errors(value).map((it) => `${it.instancePath || 'the answer'} ${it.message}`)
}

/** By schema, for all test files of a worker. */
const validators = new WeakMap<TSchema, Validator>()

function exactly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exactly)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, exactly(part)]))
  return 'properties' in inside ? { ...inside, additionalProperties: false } : inside
}

/** The operation at a path that is relative to the tenant; null where there is none. */
function endpointAt(method: string, path: string): Endpoint | null {
  const segments = path.replace(/\?.*$/s, '').split('/')
  const found = allEndpoints.find(
    (endpoint) =>
      endpoint.method === method &&
      [endpoint.path, ...(endpoint.aliases ?? [])].some((it) => fits(it.split('/'), segments)),
  )
  return found ?? null
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((it, index) => it.startsWith('{') || it === segments[index])
  )
}
