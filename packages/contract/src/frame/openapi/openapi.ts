import type { TObject, TSchema } from 'typebox'
import { type Endpoint, idempotencyOf } from '../endpoint.ts'
import {
  type Components,
  collectComponents,
  isObject,
  type Json,
  type JsonObject,
} from './openapi-components.ts'
import { RATE_HEADERS, REQUEST_ID_HEADER, refusalsByStatus, sharedResponses } from './openapi-refusals.ts'
import { callerSentence, securityOf, securitySchemes } from './openapi-security.ts'
import { tagDescriptions } from './openapi-tags.ts'
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
