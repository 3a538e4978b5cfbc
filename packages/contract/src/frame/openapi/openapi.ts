import { type TObject, type TSchema, Type } from 'typebox'
import { type Endpoint, idempotencyOf, type RefusalStatuses, refusalsOf, statusOfCode } from '../endpoint.ts'
import { errorEntries } from '../error-entries.ts'
import { ApiError, documentationOf, type ErrorCode, errors } from '../errors.ts'
import {
  type Components,
  collectComponents,
  isObject,
  type Json,
  type JsonObject,
} from './openapi-components.ts'
import { openApiWebhooks } from './openapi-webhooks.ts'

export const API_PREFIX = '/api/v1/{tenantAlias}'
/** The `Idempotency-Key` of the examples. */
export const EXAMPLE_KEY = 'order-4711-reward'

export type OpenApiDocument = JsonObject & { readonly paths: JsonObject }

/** The OpenAPI 3.1 document of these endpoints, served at `baseUrl` by the release `version`. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  baseUrl: string,
  version: string,
): OpenApiDocument {
  const components = collectComponents()
  const paths = pathsOf(endpoints, components, baseUrl)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Goodword API',
      version,
      description: introduction(baseUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({
      name,
      ...(tagDescriptions[name] === undefined ? {} : { description: tagDescriptions[name] }),
    })),
    paths,
    webhooks: openApiWebhooks(components),
    components: {
      schemas: components.schemas(),
      responses: sharedResponses(endpoints, components, baseUrl),
      headers,
      securitySchemes,
    },
  }
}

const headers: JsonObject = {
  RequestId: {
    description: 'ID of the request. Include it when you contact support.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'The rate limit: `q` requests in `w` seconds.',
    schema: { type: 'string', examples: ['"default";q=2000;w=2'] },
  },
  RateLimit: {
    description: 'The remaining quota: `r` requests; full again in `t` seconds.',
    schema: { type: 'string', examples: ['"default";r=1999;t=1'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying the request.',
    schema: { type: 'integer', minimum: 1 },
  },
}

const introduction = (
  baseUrl: string,
) => `Referral tracking: attribution of new customers, rewards for both sides, and the discounts and credits they earn.

Every path names a tenant: a program in live or test mode. An API key belongs to one tenant. You choose the IDs of accounts and users; they are compared exactly. Times are milliseconds since the epoch. Null for an optional field is the same as omitting it. Unknown fields are ignored, except where you configure the program: there they are refused, so that a misspelt setting does not go unnoticed.

Retries are safe. Every write with an API key accepts an \`Idempotency-Key\` header; the operations that are not idempotent by themselves require it.

All errors have the shape \`Error\`, with a code from a [closed list](${baseUrl}/docs/errors).`

function pathsOf(endpoints: readonly Endpoint[], components: Components, baseUrl: string): JsonObject {
  const paths = new Map<string, JsonObject>()
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const full = API_PREFIX + path
      const operation = operationOf(endpoint, path, components, baseUrl)
      paths.set(full, { ...paths.get(full), [endpoint.method.toLowerCase()]: operation })
    }
  }
  return Object.fromEntries(paths)
}

function operationOf(endpoint: Endpoint, path: string, components: Components, baseUrl: string): JsonObject {
  const { example, body } = endpoint
  return {
    operationId: path === endpoint.path ? endpoint.name : `${endpoint.name}By${capital(path)}`,
    tags: [endpoint.tag],
    summary: path === endpoint.path ? endpoint.summary : `${endpoint.summary} (same as ${endpoint.path})`,
    description: [endpoint.description, ...unknownFieldSentence(endpoint), callerSentence(endpoint)].join(
      '\n\n',
    ),
    security: securityOf(endpoint),
    parameters: [
      TENANT_ALIAS,
      ...parametersOf(endpoint.params, 'path', components),
      ...parametersOf(endpoint.query, 'query', components),
      ...keyParameterOf(endpoint),
    ],
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: endpoint.isBodyOptional !== true,
            content: json(components, body, example.body),
          },
        }),
    ...(endpoint.upload === undefined ? {} : { requestBody: fileOf(endpoint.upload, example.body) }),
    responses: {
      ...successesOf(endpoint, components),
      ...refusalsByStatus(endpoint, components, baseUrl),
    },
  }
}

/** The example is of the first media type. */
function fileOf(mediaTypes: readonly string[], example: unknown): JsonObject {
  const content = mediaTypes.map((it, index): [string, Json] => [
    it,
    { schema: { type: 'string' }, ...(index === 0 ? { example: String(example) } : {}) },
  ])
  return { required: true, content: Object.fromEntries(content) }
}

const TENANT_ALIAS: JsonObject = {
  name: 'tenantAlias',
  in: 'path',
  required: true,
  description: 'Alias of the program; aliases of test programs start with `test_`.',
  schema: { type: 'string', pattern: '^(test_)?[a-z0-9_]{3,59}$', examples: ['test_acme'] },
}

function keyParameterOf(endpoint: Endpoint): readonly JsonObject[] {
  const idempotency = idempotencyOf(endpoint)
  if (idempotency === 'none') return []
  const need =
    idempotency === 'required'
      ? 'Required, because each request without it would act again.'
      : endpoint.repeated === 'is refused'
        ? 'Recommended: without it a retry fails although the first request succeeded.'
        : 'Optional: retries are safe without it.'
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      description: `A unique key for this request, chosen by you. A retry with the same key returns the first response with the header \`Idempotency-Replayed: true\` and has no further effect. ${need} 1 to 255 visible ASCII characters, kept for 30 days. Only successful responses are kept: after a 4xx response the key can be used for any request, after a 5xx response for the same request.`,
      schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: [EXAMPLE_KEY] },
    },
  ]
}

function unknownFieldSentence({ refusesUnknownFields }: Endpoint): readonly string[] {
  return refusesUnknownFields === true
    ? ['A field that the body does not have is refused with `VALIDATION_FAILED`.']
    : []
}

function parametersOf(
  schema: TObject,
  place: 'path' | 'query',
  components: Components,
): readonly JsonObject[] {
  const required = new Set<string>(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, property]) => {
    const said = components.reference(property)
    const { description = '', ...rest } = isObject(said) ? said : {}
    return { name, in: place, required: required.has(name), description, schema: rest }
  })
}

function successesOf(endpoint: Endpoint, components: Components): JsonObject {
  const entries = Object.entries(endpoint.success).map(([status, schema]): [string, Json] => [
    status,
    {
      description: successDescriptions[status] ?? 'Done.',
      headers: { ...REQUEST_ID_HEADER, ...RATE_HEADERS },
      content: json(components, schema, endpoint.example.answer),
    },
  ])
  return Object.fromEntries(entries)
}

const successDescriptions: Readonly<Record<string, string>> = { 201: 'Created.', 202: 'Accepted.' }

function json(components: Components, schema: TSchema, example: unknown): JsonObject {
  const plain: Json = JSON.parse(JSON.stringify(example ?? null))
  return { 'application/json': { schema: components.reference(schema), example: plain } }
}

function capital(path: string): string {
  const word = path.split('/')[1] ?? ''
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The descriptions of the tags in the reference. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Accounts: 'Customers of yours: what they pay, and the referral that brought them.',
  'Audit log': 'Who changed what, and when.',
  Browser: 'What pages and the widget call, without an API key.',
  Discounts: 'What referral codes and rewards take off a price.',
  Domains: 'Hosts of your own for share links.',
  'E-mails': 'Messages to your users about referrals and rewards.',
  Events: 'What happened, in order: the same events that webhooks deliver.',
  Exports: 'All records of a kind as a file.',
  Imports: 'Files with users, referrals and balances of the past.',
  Keys: 'API keys of servers, and signing keys for pages.',
  'Payment processor': 'The connection to your payment processor, and the discounts there.',
  Program: 'The terms and settings of the program.',
  Referrals: 'Who referred whom, and whether both sides may have their rewards.',
  Rewards: 'What accounts have earned or were given, and credit that is redeemed.',
  Staff: 'The people of your team and their roles.',
  Statistics: 'Figures of the program over time.',
  'Test mode': 'The clock and the data of a test program.',
  Users: 'People of accounts, each with a referral code.',
  Webhooks: 'Receivers of events, and what was delivered to them.',
}

const KEY_SCHEME = 'apiKey'
const SESSION_SCHEME = 'staffSession'
const USER_SCHEME = 'userToken'

/** How requests can authenticate. */
const securitySchemes: JsonObject = {
  [KEY_SCHEME]: {
    type: 'http',
    scheme: 'basic',
    description: 'The API key as the user name with an empty password, or as the password.',
  },
  [SESSION_SCHEME]: {
    type: 'apiKey',
    in: 'cookie',
    name: 'goodword_session',
    description:
      'The session of a person of staff who signed in to the portal. With https its name is `__Host-goodword_session`.',
  },
  [USER_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JSON Web Token for one user, signed by your server with HS256 and the signing key of the program.',
  },
}

/** A browser call that identifies a user can be signed; `{}` means unsigned. */
function securityOf({ scope, belongsTo, body }: Endpoint): readonly JsonObject[] {
  if (belongsTo === 'merchant') return [{ [SESSION_SCHEME]: [] }]
  if (scope !== null) return [{ [KEY_SCHEME]: [] }]
  return body !== null && Type.IsObject(body) && 'jwt' in body.properties ? [{}, { [USER_SCHEME]: [] }] : []
}

/** Who may call an operation, and what a call leaves behind, in sentences. */
function callerSentence(endpoint: Endpoint): string {
  const noted = endpoint.showsPersonalData === true ? ' Each call leaves an entry in the audit log.' : ''
  return whoMayCall(endpoint) + noted
}

function whoMayCall(endpoint: Endpoint): string {
  if (endpoint.belongsTo === 'merchant') {
    return 'Needs a session of staff in the portal. API keys get `KEY_NOT_ALLOWED`, because this belongs to the merchant and not to one program.'
  }
  return endpoint.scope === null
    ? 'Needs no API key.'
    : `Needs an API key with the scope \`${endpoint.scope}\`${alsoNeeded(endpoint)}.`
}

function alsoNeeded({ scopesOfQuery = {} }: Endpoint): string {
  const parts = Object.entries(scopesOfQuery).flatMap(([name, scopes]) =>
    Object.entries(scopes).map(([value, scope]) => `, with \`${name}=${value}\` also \`${scope}\``),
  )
  return parts.join('')
}

const REQUEST_ID_HEADER: JsonObject = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

const RATE_HEADERS: JsonObject = {
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
function refusalsByStatus(endpoint: Endpoint, components: Components, baseUrl: string): JsonObject {
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
function sharedResponses(
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
