import { envelopeSchema, webhookEventTypes } from '../../webhooks/event-types.ts'
import { type Endpoint, idempotencyOf, refusalsOf, statusOfCode } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import {
  type Components,
  collectComponents,
  isObject,
  type Json,
  type JsonObject,
  requiredOf,
} from './openapi-components.ts'

/**
 * The API in short, in Markdown: of each operation its parameters, its answers and its error codes, then every shape with
 * its fields. It is committed, so that a change of the API can be read in the difference.
 */
export function operationReference(endpoints: readonly Endpoint[]): string {
  const components = collectComponents()
  const shared = codesOfAll(endpoints)
  const byTag = Map.groupBy(endpoints, ({ tag }) => tag)
  const operations = [...byTag].map(
    ([tag, those]) => `## ${tag}\n\n${those.map((it) => operation(it, components, shared)).join('\n')}`,
  )
  const events = webhookEventTypes.map((type) => line(type, components.reference(envelopeSchema(type))))
  const shapes = Object.entries(components.schemas()).map(([name, schema]) => shape(name, schema))
  return [
    introduction(shared),
    ...operations,
    `## Events sent to webhooks\n\n${events.join('\n')}\n`,
    `## Shapes\n\n${shapes.join('\n')}`,
  ].join('\n')
}

const introduction = (shared: ReadonlySet<ErrorCode>) => `# Operations

The API in short. Paths are below \`/api/v1/{tenantAlias}\`; \`?\` marks what may be left out, \`…[]\` a list, and two numbers the
least and the most characters or entries, or the range of a number. With descriptions and examples, each installation serves the
same at \`/docs/reference/\`, and as an OpenAPI document at \`/docs/openapi.json\`; \`npm run -s generate -- --openapi\` prints that document.
[errors.md](errors.md) explains the error codes.

Any operation can return ${[...shared].map(code).join(', ')}.
`

/** The codes that each operation can return, which are named once. */
function codesOfAll(endpoints: readonly Endpoint[]): ReadonlySet<ErrorCode> {
  const all = endpoints.map((it) => new Set(refusalsOf(it)))
  return new Set([...(all[0] ?? [])].filter((it) => all.every((codes) => codes.has(it))))
}

function operation(endpoint: Endpoint, components: Components, shared: ReadonlySet<ErrorCode>): string {
  const { method, path, aliases = [], params, query, body, upload, success, statuses = {} } = endpoint
  const codes = refusalsOf(endpoint)
    .filter((it) => !shared.has(it))
    .map((it) => (statuses[it] === undefined ? code(it) : `${code(it)} (${statusOfCode(it, statuses)})`))
  return [
    `### ${[path, ...aliases].map((it) => `${method} ${it}`).join(', ')}\n`,
    `${[`\`${endpoint.name}\``, ...callersOf(endpoint)].join(' · ')}\n`,
    ...fieldsLine('Path', components.reference(params)),
    ...fieldsLine('Query', components.reference(query)),
    ...(body === null
      ? []
      : [line(endpoint.isBodyOptional === true ? 'Body?' : 'Body', components.reference(body))]),
    ...(upload === undefined ? [] : [`- File: ${upload.join(', ')}`]),
    ...Object.entries(success).map(([status, schema]) => line(status, components.reference(schema))),
    `- Errors: ${codes.join(', ')}\n`,
  ].join('\n')
}

/** Who may call it, and what a request may or must carry. */
function callersOf(endpoint: Endpoint): readonly string[] {
  const { scope, belongsTo, staffRoles, scopesOfQuery = {}, needsRecentSignIn, showsPersonalData } = endpoint
  const further = Object.entries(scopesOfQuery).flatMap(([name, scopes]) =>
    Object.entries(scopes).map(([value, wanted]) => `${name}=${value} also ${wanted}`),
  )
  const idempotency = idempotencyOf(endpoint)
  return [
    scope === null ? 'no API key' : `scope ${[scope, ...further].join(', ')}`,
    ...(belongsTo === undefined ? [] : ['staff only']),
    ...(staffRoles === undefined ? [] : [`roles ${staffRoles.join(', ')}`]),
    ...(needsRecentSignIn === true ? ['recent sign-in'] : []),
    ...(idempotency === 'none' ? [] : [`Idempotency-Key ${idempotency}`]),
    ...(endpoint.refusesUnknownFields === true ? ['refuses unknown fields'] : []),
    ...(showsPersonalData === true ? ['audited'] : []),
  ]
}

function fieldsLine(name: string, schema: Json): readonly string[] {
  return isObject(schema) && fieldsOf(schema).length > 0 ? [line(name, schema)] : []
}

const line = (name: string, schema: Json) => `- ${name}: \`${typeOf(schema)}\``

const code = (it: ErrorCode) => `\`${it}\``

function shape(name: string, schema: Json): string {
  const fields = isObject(schema) ? fieldsOf(schema) : []
  const lines = fields.length === 0 ? [`- \`${typeOf(schema)}\``] : fields.map((field) => `- \`${field}\``)
  return `### ${name}\n\n${lines.join('\n')}\n`
}

/** The type of a value in one line; a named shape is its name. */
export function typeOf(schema: Json): string {
  if (!isObject(schema)) throw new Error(`no schema: ${JSON.stringify(schema)}`)
  if (typeof schema.$ref === 'string') return schema.$ref.replace('#/components/schemas/', '')
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeOf).join(' | ')
  if (Array.isArray(schema.enum)) return schema.enum.map((it) => JSON.stringify(it)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  switch (schema.type) {
    case 'array':
      return `${inBrackets(typeOf(schema.items ?? null))}[]${rangeOf(schema.minItems, schema.maxItems)}`
    case 'object':
      return objectType(schema)
    case 'string':
      return `string${rangeOf(schema.minLength, schema.maxLength)}${formatOf(schema)}`
    case 'integer':
    case 'number':
      return `${schema.type}${rangeOf(schema.minimum, schema.maximum)}`
    default:
      return String(schema.type ?? 'any')
  }
}

const inBrackets = (type: string) => (type.includes(' | ') ? `(${type})` : type)

function rangeOf(least: Json | undefined, most: Json | undefined): string {
  if (least === undefined && most === undefined) return ''
  return ` ${least ?? ''}–${most ?? ''}`
}

function formatOf({ format, pattern }: JsonObject): string {
  if (typeof format === 'string') return ` (${format})`
  return typeof pattern === 'string' ? ` /${pattern}/` : ''
}

function objectType(schema: JsonObject): string {
  const { patternProperties = null } = schema
  if (isObject(patternProperties)) {
    return `{ [name]: ${Object.values(patternProperties).map(typeOf).join(' | ')} }`
  }
  const fields = fieldsOf(schema)
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

function fieldsOf(schema: JsonObject): readonly string[] {
  const { properties = null } = schema
  const required = requiredOf(schema)
  return Object.entries(isObject(properties) ? properties : {}).map(
    ([name, property]) => `${name}${required.has(name) ? '' : '?'}: ${typeOf(property)}`,
  )
}
