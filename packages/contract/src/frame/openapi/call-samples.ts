import { type Endpoint, idempotencyOf } from '../endpoint.ts'
import { curlRequest } from './curl-request.ts'
import { API_PREFIX, EXAMPLE_KEY } from './openapi.ts'
import { isObject, type Json, type JsonObject } from './openapi-components.ts'

export const sampleLanguages = ['ts', 'py', 'php', 'rb'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/** A request of an operation, with everything that a client sends. */
export type Call = {
  readonly endpoint: Endpoint
  readonly baseUrl: string
  readonly alias: string
  readonly key: string
  readonly params: JsonObject
  readonly query: JsonObject
  readonly body: Json | undefined
  readonly upload: { readonly contentType: string; readonly text: string } | undefined
  readonly idempotencyKey: string | undefined
}

const address = /^(https?:\/\/[^/]+)\/api\/v1\/([^/]+)(\/[^?]*)(?:[?](.*))?$/

/** The operation that a curl command calls with an API key, and how; null for any other command. */
function callOf(
  command: string,
  variables: ReadonlyMap<string, string>,
  endpoints: readonly Endpoint[],
): Call | null {
  const request = curlRequest(command, variables)
  const [, baseUrl, alias, path, search = ''] = address.exec(request?.url ?? '') ?? []
  if (request?.key == null || baseUrl === undefined || alias === undefined || path === undefined) return null
  const endpoint = endpoints
    .filter((it) => it.method === request.method && it.scope !== null && patternOf(it).test(path))
    // A literal segment goes before a parameter that could have the same value.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
  if (endpoint === undefined) return null
  const { headers, body, key } = request
  const contentType = headers['Content-Type'] ?? ''
  const { properties } = endpoint.query
  const query = [...new URLSearchParams(search)].map(([name, value]) => [
    name,
    isNumber(properties[name]) ? Number(value) : value,
  ])
  return {
    endpoint,
    baseUrl,
    alias,
    key,
    params: Object.fromEntries(
      Object.entries(patternOf(endpoint).exec(path)?.groups ?? {}).map(([name, it]) => [
        name,
        decodeURIComponent(it),
      ]),
    ),
    query: Object.fromEntries(query),
    body: endpoint.body === null || body === null ? undefined : JSON.parse(body),
    upload: endpoint.upload === undefined || body === null ? undefined : { contentType, text: body },
    idempotencyKey: headers['Idempotency-Key'],
  }
}

/**
 * The calls in a Markdown text: one for each `sh` block that is one curl command with an API key and succeeds, null for each other one.
 * A command knows the variables that the blocks before it set.
 */
export function callsIn(markdown: string, endpoints: readonly Endpoint[]): readonly (Call | null)[] {
  const variables = new Map<string, string>()
  const blocks = [...markdown.matchAll(fencedBlock)].map(([, language, text = '']) => ({ language, text }))
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return []
    for (const [, name = '', value] of text.matchAll(assignment)) {
      if (value === undefined) variables.delete(name)
      else variables.set(name, value.replaceAll(/['"]/g, ''))
    }
    const isRefused = blocks[index + 1]?.text.includes('"apiErrorCode"') === true
    return [isRefused ? null : callOf(text, variables, endpoints)]
  })
}

export const fencedBlock = /^```(\w+)\n([\s\S]*?)\n```$/gm
/** A variable that a block sets; its value is left out where that needs a shell. */
const assignment = /^(?:export )?(\w+)=(?:('[^'\n]*'|"[^"$`\n]*"|[^\s'"$`]+)(?=\s|$))?/gm

const isNumber = (schema: unknown): boolean => ['integer', 'number'].includes(Object(schema).type)

const patternOf = ({ path }: Endpoint): RegExp =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** IDs that merchants choose have no examples of their own. */
const exampleIds: Readonly<Record<string, string>> = { accountId: 'acct_bob', userId: 'user_bob' }

/** The example of an operation as a command; null for one that no API key may call. */
export function curlExample(endpoint: Endpoint, baseUrl: string, alias: string, key: string): string | null {
  const { method, path, scope, belongsTo, params, example, upload } = endpoint
  if (belongsTo !== undefined) return null
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const [value = exampleIds[name]] = Object(params.properties[name]).examples ?? []
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams(example.query ?? {}).toString()
  const url = `${baseUrl}${API_PREFIX.replace('{tenantAlias}', alias)}${filled}${search === '' ? '' : `?${search}`}`
  const text = typeof example.body === 'string' ? example.body : jsonOf(example.body)
  const content = text === undefined ? null : (upload?.[0] ?? 'application/json')
  return [
    [
      'curl',
      ...(scope === null ? [] : ['-u', `${key}:`]),
      ...(needsMethod() ? ['-X', method] : []),
      `'${url}'`,
    ].join(' '),
    ...(idempotencyOf(endpoint) === 'required' ? [`-H 'Idempotency-Key: ${EXAMPLE_KEY}'`] : []),
    ...(content === null ? [] : [`-H 'Content-Type: ${content}'`]),
    ...(text === undefined
      ? []
      : [`${upload === undefined ? '-d' : '--data-binary'} '${text.replaceAll("'", "'\"'\"'")}'`]),
  ].join(' \\\n  ')

  function needsMethod(): boolean {
    return method !== (text === undefined ? 'GET' : 'POST')
  }
}

function jsonOf(body: unknown): string | undefined {
  const line: string | undefined = JSON.stringify(body)
  return line === undefined || line.length <= MAX_LINE ? line : JSON.stringify(body, null, 2)
}

/** A program that sends a request with the client of a language, and keeps the answer as `answer`. */
export function sampleOf(call: Call, language: SampleLanguage): string {
  return writers[language](call)
}

export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const writers: Readonly<Record<SampleLanguage, (call: Call) => string>> = {
  ts({ endpoint, baseUrl, alias, key, params, query, body, upload, idempotencyKey }) {
    const given = { params, query, body, upload, idempotencyKey }
    const input = Object.entries(given).filter(
      ([, it]) => it !== undefined && !(isObject(it) && it !== body && Object.keys(it).length === 0),
    )
    const client = written({ baseUrl, tenantAlias: alias, apiKey: key }, typescript)
    const argument = input.length === 0 ? '' : written(Object.fromEntries(input) as JsonObject, typescript)
    return `import { createClient } from '@goodword/client'

const goodword = createClient(${client})
const answer = await goodword.${endpoint.name}(${argument})`
  },
  py(call) {
    const { endpoint, baseUrl, alias, key } = call
    const given = argumentsOf(call, python, (name) => `${snakeCase(name)}=`)
    return `from goodword import Client

goodword = Client("${baseUrl}", "${alias}", "${key}")
answer = goodword.${snakeCase(endpoint.name)}(${given})${isList(endpoint) ? '.page()' : ''}`
  },
  php(call) {
    const { endpoint, baseUrl, alias, key } = call
    const given = argumentsOf(call, php, (name) => `${name}: `)
    return `<?php
use Goodword\\Client;

require 'vendor/autoload.php';
$goodword = new Client('${baseUrl}', '${alias}', '${key}');
$answer = $goodword->${endpoint.name}(${given})${isList(endpoint) ? '->page()' : ''};`
  },
  rb(call) {
    const { endpoint, baseUrl, alias, key } = call
    const given = argumentsOf(call, ruby, (name) => `${snakeCase(name)}: `)
    return `require "goodword"

goodword = Goodword::Client.new("${baseUrl}", "${alias}", "${key}")
answer = goodword.${snakeCase(endpoint.name)}(${given})${isList(endpoint) ? '.page' : ''}`
  },
}

const isList = ({ name }: Endpoint): boolean => name.startsWith('list')

/** The arguments: IDs of the path, the body or the file, and then named ones. */
function argumentsOf(
  { endpoint, params, query, body, upload, idempotencyKey }: Call,
  style: Style,
  named: (name: string) => string,
): string {
  const isBodyNamed = style === php && endpoint.isBodyOptional === true
  const given = [
    ...Object.values(params).map((it) => written(it, style)),
    ...(body === undefined ? [] : [`${isBodyNamed ? named('body') : ''}${written(body, style)}`]),
    ...(upload === undefined
      ? []
      : [written(upload.text, style), named('contentType') + written(upload.contentType, style)]),
    ...Object.entries(query).map(([name, it]) => named(name) + written(it, style)),
    ...(idempotencyKey === undefined ? [] : [named('idempotencyKey') + written(idempotencyKey, style)]),
  ]
  const line = given.join(', ')
  return line.length <= MAX_LINE || given.length === 1 || line.includes('\n')
    ? line
    : `\n${given.map((it) => `    ${it},\n`).join('')}`
}

const MAX_LINE = 80

/** How a language writes values. */
type Style = {
  readonly words: { readonly null: string; readonly true: string; readonly false: string }
  readonly braces: readonly [open: string, close: string]
  readonly noFields: string
  readonly step: string
  readonly text: (value: string) => string
  readonly field: (name: string) => string
}

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)
const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

const typescript: Style = {
  words: { null: 'null', true: 'true', false: 'false' },
  braces: ['{ ', ' }'],
  noFields: '{}',
  step: '  ',
  text: singleQuoted,
  field: (name) => `${isName(name) ? name : singleQuoted(name)}: `,
}
const python: Style = {
  words: { null: 'None', true: 'True', false: 'False' },
  braces: ['{', '}'],
  noFields: '{}',
  step: '    ',
  text: (it) => JSON.stringify(it),
  field: (name) => `${JSON.stringify(name)}: `,
}
const phpText = (text: string): string =>
  text.includes('\n') ? JSON.stringify(text).replaceAll('$', '\\$') : singleQuoted(text)
const php: Style = {
  words: typescript.words,
  braces: ['[', ']'],
  noFields: 'new stdClass()',
  step: '    ',
  text: phpText,
  field: (name) => `${phpText(name)} => `,
}
const ruby: Style = {
  words: { ...typescript.words, null: 'nil' },
  braces: ['{ ', ' }'],
  noFields: '{}',
  step: '  ',
  text: (it) => JSON.stringify(it).replaceAll('#', '\\#'),
  field: (name) => (isName(name) ? `${name}: ` : `${JSON.stringify(name)}: `),
}

/** A value as the language writes it, in one line where that is short. */
function written(value: Json, style: Style, indent = ''): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean') return style.words[`${value}`]
  const inner = indent + style.step
  const parts = isObject(value)
    ? Object.entries(value).map(([name, it]) => style.field(name) + written(it, style, inner))
    : (value as readonly Json[]).map((it) => written(it, style, inner))
  const [open, close] = isObject(value) ? style.braces : ['[', ']']
  if (parts.length === 0) return isObject(value) ? style.noFields : '[]'
  const line = `${open}${parts.join(', ')}${close}`
  if (indent.length + line.length <= MAX_LINE && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((it) => `${inner}${it},\n`).join('')}${indent}${close.trim()}`
}
