import { type Endpoint, type RefusalStatuses, refusalsOf, statusOfCode } from '../endpoint.ts'
import { errorEntries } from '../error-entries.ts'
import { ApiError, documentationOf, type ErrorCode, errors } from '../errors.ts'
import type { Components, Json, JsonObject } from './openapi-components.ts'

export const REQUEST_ID_HEADER: JsonObject = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

export const RATE_HEADERS: JsonObject = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}
const RETRY_HEADER: JsonObject = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

/** Temporary errors have `Retry-After`. */
function headersOf(codes: readonly ErrorCode[]): JsonObject {
  return {
    ...REQUEST_ID_HEADER,
    ...(codes.includes('TOO_MANY_REQUESTS') ? RATE_HEADERS : {}),
    ...(codes.some((code) => [429, 503].includes(errors[code].status)) ? RETRY_HEADER : {}),
  }
}

/** A status can have several codes; then it has an example for each. */
export function refusalsByStatus(endpoint: Endpoint, components: Components, baseUrl: string): JsonObject {
  const { statuses = {} } = endpoint
  const error = components.reference(ApiError)
  return Object.fromEntries(
    [...codesByStatus(endpoint)].map(([status, codes]): [string, Json] => {
      const only = codeAlone(codes, statuses)
      if (only !== null) return [`${status}`, { $ref: `#/components/responses/${only}` }]
      return [`${status}`, sharedErrorResponse(codes, error, baseUrl, statuses)]
    }),
  )
}

function codesByStatus(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(refusalsOf(endpoint), (code) => statusOfCode(code, endpoint.statuses ?? {}))
}

/** The code that is all of a status, with its usual status. */
function codeAlone([only, ...more]: readonly ErrorCode[], statuses: RefusalStatuses): ErrorCode | null {
  return only !== undefined && more.length === 0 && statuses[only] === undefined ? only : null
}

/** The answers that operations share: those that are all of a status, by their codes. */
export function sharedResponses(
  endpoints: readonly Endpoint[],
  components: Components,
  baseUrl: string,
): JsonObject {
  const error = components.reference(ApiError)
  return Object.fromEntries(codesAlone(endpoints).map((code) => [code, errorResponse(code, error, baseUrl)]))
}

/** The error codes of endpoints, in the order of the list. */
function codesAlone(endpoints: readonly Endpoint[]): readonly ErrorCode[] {
  const used = new Set(
    endpoints.flatMap((endpoint) =>
      [...codesByStatus(endpoint).values()].map((codes) => codeAlone(codes, endpoint.statuses ?? {})),
    ),
  )
  return errorEntries.map(([code]) => code).filter((code) => used.has(code))
}

function errorResponse(code: ErrorCode, error: Json, baseUrl: string): JsonObject {
  return sharedErrorResponse([code], error, baseUrl)
}

function sharedErrorResponse(
  codes: readonly ErrorCode[],
  error: Json,
  baseUrl: string,
  statuses: RefusalStatuses = {},
): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].title}.`).join(' '),
    headers: headersOf(codes),
    content: {
      'application/json': {
        schema: error,
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: errorExample(code, baseUrl, statuses) }]),
        ),
      },
    },
  }
}

function errorExample(code: ErrorCode, baseUrl: string, statuses: RefusalStatuses): JsonObject {
  return {
    statusCode: statusOfCode(code, statuses),
    apiErrorCode: code,
    message: `${errors[code].title}. ${errors[code].remedy}`,
    param: null,
    requestId: 'req-7f3a1c',
    docUrl: documentationOf(code, baseUrl),
  }
}
