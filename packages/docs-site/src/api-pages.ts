import { allEndpoints } from '@goodword/contract/all-endpoints'
import { curlExample } from '@goodword/contract/frame/openapi/call-samples'
import type { OpenApiDocument } from '@goodword/contract/frame/openapi/openapi'
import {
  isObject,
  type Json,
  type JsonObject,
  requiredOf,
} from '@goodword/contract/frame/openapi/openapi-components'
import { typeOf } from '@goodword/contract/frame/openapi/operation-reference'
import { slugOf } from '@goodword/contract/frame/slug'
import type { SitePage } from './site-page.ts'

/** Further levels are too wide for a table; the OpenAPI document has them. */
const MAX_DEPTH = 3

type Operation = { readonly method: string; readonly path: string; readonly of: JsonObject }

/** The API reference: a page for each tag of the OpenAPI document, and one that lists all operations. Examples are of a service at `baseUrl`. */
export function apiPages(document: OpenApiDocument, baseUrl: string): readonly SitePage[] {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).map(([method, of]): Operation => {
      if (!isObject(of)) throw new Error(`operation without a description: ${method} ${path}`)
      return { method: method.toUpperCase(), path, of }
    }),
  )
  const tags = listAt(document, 'tags').map((it) => ({
    name: textAt(it, 'name'),
    description: textAt(it, 'description'),
  }))
  const byTag = Map.groupBy(operations, ({ of }) => String(listOf(of.tags)[0]))
  return [
    overview(document, tags, byTag),
    ...tags.map(({ name, description }) => ({
      address: `reference/${slugOf(name)}`,
      title: name,
      description,
      markdown: [
        `# ${name}`,
        description,
        ...(byTag.get(name) ?? []).flatMap((it) => sectionOf(it, schemas, baseUrl)),
        '',
      ].join('\n\n'),
    })),
  ]
}

function overview(
  document: OpenApiDocument,
  tags: readonly { readonly name: string; readonly description: string }[],
  byTag: ReadonlyMap<string, readonly Operation[]>,
): SitePage {
  const introduction = textAt(objectAt(document, 'info'), 'description')
  const lists = tags.map(({ name, description }) => {
    const lines = (byTag.get(name) ?? []).map(
      ({ method, path, of }) =>
        `- [${textAt(of, 'summary')}](/reference/${slugOf(name)}#${slugOf(textAt(of, 'summary'))}) \`${method} ${shortPath(path)}\``,
    )
    return `## ${name}\n\n${description}\n\n${lines.join('\n')}`
  })
  return {
    address: 'reference/',
    title: 'API reference',
    description: 'every operation, with its fields, an example and its errors',
    markdown: [
      '# API reference',
      introduction.replaceAll(/\]\([^)]*\/docs\/errors\)/g, '](/errors)'),
      'Paths are below `/api/v1/{tenantAlias}`. On the pages of a running service you can change and send each request, and `/docs/openapi.json` is the OpenAPI document.',
      ...lists,
      '',
    ].join('\n\n'),
  }
}

function sectionOf({ method, path, of }: Operation, schemas: JsonObject, baseUrl: string): readonly string[] {
  const parameters = listOf(of.parameters).filter((it) => isObject(it) && it.name !== 'tenantAlias')
  const name = textAt(of, 'operationId')
  const endpoint = allEndpoints.find((it) => it.name === name)
  const command = endpoint === undefined ? null : curlExample(endpoint, baseUrl, 'test_acme', 'gw_test_9ZmA…')
  return [
    `## ${textAt(of, 'summary')}`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    `Method \`${name}\` of the clients.`,
    textAt(of, 'description'),
    ...(command === null ? [] : [`\`\`\`sh\n${command}\n\`\`\``]),
    ...(parameters.length === 0 ? [] : [table('Parameter', parameters.map(parameterRow))]),
    ...bodyOf(of, schemas, command === null),
    ...responsesOf(of, schemas),
    ...errorsOf(of),
  ]
}

function parameterRow(parameter: Json): readonly [string, Json, string] {
  const name = `\`${textAt(parameter, 'name')}\` (${textAt(parameter, 'in')}${isObject(parameter) && parameter.required === true ? ', required' : ''})`
  return [name, isObject(parameter) ? (parameter.schema ?? null) : null, textAt(parameter, 'description')]
}

/** The request has the example, unless nothing can send it. */
function bodyOf(of: JsonObject, schemas: JsonObject, needsExample: boolean): readonly string[] {
  const content = isObject(of.requestBody ?? null) ? objectAt(objectAt(of, 'requestBody'), 'content') : {}
  const [[type, media] = ['', null]] = Object.entries(content)
  if (!isObject(media)) return []
  return [
    `**Body** \`${type}\``,
    ...fieldsTable(media.schema ?? null, schemas),
    ...(needsExample ? exampleOf(media) : []),
  ]
}

function responsesOf(of: JsonObject, schemas: JsonObject): readonly string[] {
  return Object.entries(objectAt(of, 'responses'))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) => {
      const media = isObject(response) && isObject(response.content ?? null) ? response.content : null
      const json = isObject(media ?? null) ? objectAt(media ?? null, 'application/json') : {}
      const fields = fieldsTable(json.schema ?? null, schemas)
      return [
        `**${status}** ${textAt(response, 'description')}`,
        ...exampleOf(json),
        ...(fields.length === 0
          ? []
          : [`::: details Fields of the response\n\n${fields.join('\n\n')}\n\n:::`]),
      ]
    })
}

function errorsOf(of: JsonObject): readonly string[] {
  const codes = Object.entries(objectAt(of, 'responses'))
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([, response]) => [...textAt(response, 'description').matchAll(/`([A-Z_]+)`:/g)])
    .map(([, code]) => `[\`${code}\`](/errors#${code})`)
  return codes.length === 0 ? [] : [`**Errors** ${codes.join(', ')}`]
}

function exampleOf(media: JsonObject): readonly string[] {
  const { example = null } = media
  if (example === null) return []
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return [`\`\`\`${typeof example === 'string' ? 'text' : 'json'}\n${text}\n\`\`\``]
}

function fieldsTable(schema: Json, schemas: JsonObject): readonly string[] {
  const rows = rowsOf(schema, schemas, '', 1)
  return rows.length === 0 ? [] : [table('Field', rows)]
}

type Row = readonly [name: string, schema: Json, description: string]

/** The fields of a shape, and below each those of the object or the list that it holds. */
function rowsOf(schema: Json, schemas: JsonObject, prefix: string, depth: number): readonly Row[] {
  const shape = objectIn(schema, schemas)
  const properties =
    isObject(shape) && isObject(shape.properties ?? null) ? objectAt(shape, 'properties') : {}
  const required = isObject(shape) ? requiredOf(shape) : new Set<string>()
  return Object.entries(properties).flatMap(([name, property]): readonly Row[] => {
    const path = `${prefix}${name}`
    const row: Row = [
      `\`${path}\`${required.has(name) ? '' : '?'}`,
      property,
      textAt(resolved(property, schemas), 'description'),
    ]
    if (depth >= MAX_DEPTH) return [row]
    const isList = isObject(property) && property.type === 'array'
    return [row, ...rowsOf(property, schemas, `${path}${isList ? '[]' : ''}.`, depth + 1)]
  })
}

/** The object that a value of this schema is or holds: itself, what a list has, or what may be null. */
function objectIn(schema: Json, schemas: JsonObject): Json {
  const it = resolved(schema, schemas)
  if (!isObject(it)) return null
  if (it.type === 'array') return objectIn(it.items ?? null, schemas)
  const choices = listOf(it.anyOf).filter((each) => isObject(each) && each.type !== 'null')
  const [only = null] = choices
  return choices.length === 1 ? objectIn(only, schemas) : it
}

function resolved(schema: Json, schemas: JsonObject): Json {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return schema
  return schemas[schema.$ref.replace('#/components/schemas/', '')] ?? null
}

function table(heading: string, rows: readonly Row[]): string {
  const lines = rows.map(([name, schema, text]) =>
    [name, `\`${cell(typeIn(schema))}\``, cell(text)].join(' | '),
  )
  return [`| ${heading} | Type | Meaning |`, '|---|---|---|', ...lines.map((it) => `| ${it} |`)].join('\n')
}

/** An object stands in rows of its own below. */
function typeIn(schema: Json): string {
  const text = typeOf(schema)
  return text.replaceAll(/\{ .*\}/g, 'object')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

const shortPath = (path: string): string => path.replace('/api/v1/{tenantAlias}', '')

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function listAt(value: JsonObject, name: string): readonly Json[] {
  return listOf(value[name])
}

function objectAt(value: Json, name: string): JsonObject {
  const found = isObject(value) ? (value[name] ?? null) : null
  if (!isObject(found)) throw new Error(`OpenAPI document without "${name}"`)
  return found
}

function textAt(value: Json, name: string): string {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}
