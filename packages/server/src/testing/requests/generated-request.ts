import { type Endpoint, idempotencyOf } from '@goodword/contract/frame/endpoint'
import fc from 'fast-check'
import { type TObject, Type } from 'typebox'
import type { KnownValues } from './known-values.ts'
import { bounds, jsonText, rightValues, type Taste, WrittenNumber } from './right-values.ts'
import { type Wrong, wrongValues } from './wrong-values.ts'

type Method = Endpoint['method']
type Headers = Readonly<Record<string, string>>

/** A request as it is sent; the path is relative to the tenant. */
export type GeneratedRequest = {
  readonly endpoint: Endpoint
  readonly what: string
  readonly method: Method
  readonly path: string
  readonly headers: Headers
  readonly body: string | null
}

type Parts = {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Headers
  readonly body: unknown
}

/** Requests that an endpoint's schemas allow, many of them only just. */
export function rightRequests(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<GeneratedRequest> {
  const isExact = endpoint.refusesUnknownFields === true
  return parts(endpoint, { known, isPlain: false, isExact }).map((it) =>
    requestOf(endpoint, 'as it should be', it),
  )
}

/** Requests of an endpoint with one thing wrong in each: all that can be wrong with a request that names everything. */
export function wrongRequests(
  endpoint: Endpoint,
  known: KnownValues,
  seed: number,
): readonly (GeneratedRequest & { readonly status: number })[] {
  // Several, so that each kind of thing that a field may hold is among them.
  const samples = fc.sample(parts(endpoint, { known, isPlain: true }), { seed, numRuns: 12 })
  const [first] = samples
  if (first === undefined) return []
  const made = samples.flatMap((it) => wrongIn(endpoint, it))
  const json = endpoint.body === null ? [] : wrongBodies(endpoint, first)
  const bodies = endpoint.upload === undefined ? json : wrongFiles(endpoint, first)
  const all = [...made, ...wrongKeys(endpoint, first)].map((it) => ({ ...it, status: 400 }))
  return [...new Map([...all, ...bodies].map((it) => [it.what, it])).values()]
}

function parts(endpoint: Endpoint, taste: Taste): fc.Arbitrary<Parts> {
  const { params, query, body } = endpoint
  const key = fc.uuid().map((uuid) => ({ 'idempotency-key': uuid }))
  const idempotency = idempotencyOf(endpoint)
  return fc.record({
    params: fields(params, taste),
    query: fields(query, taste),
    body: body === null ? fc.constant(null) : rightValues('', body, taste),
    headers: idempotency === 'required' ? key : fc.constant({}),
  })
}

/** Fields of a path or query: what no schema names is ignored there too, but there are no nulls. */
function fields(schema: TObject, taste: Taste): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const values = Object.entries(schema.properties).map(
    ([name, field]) => [name, rightValues(name, field, taste).map(asText)] as const,
  )
  const isWhole = taste.isPlain ? {} : { requiredKeys: schema.required ?? [] }
  return fc.record(Object.fromEntries(values), isWhole)
}

/** Integers in a query have one way to be written. */
function asText(value: unknown): string {
  return String(typeof value === 'object' ? Number(jsonText(value)) : value)
}

function wrongIn(endpoint: Endpoint, right: Parts): readonly GeneratedRequest[] {
  const { params, query, body } = endpoint
  const inBody = body === null ? [] : wrongValues(body, right.body)
  const misspelt = endpoint.refusesUnknownFields === true ? withUnknownField(right.body) : []
  return [
    ...wrongTexts(params, right.params)
      // A part of a path is never empty, and never consists of dots: clients normalize them.
      .filter(({ value }) => !Object.values(Object(value)).some((it) => ['', '.', '..'].includes(String(it))))
      .map(({ what, value }) => requestOf(endpoint, `path ${what}`, { ...right, params: Object(value) })),
    ...wrongTexts(query, right.query).map(({ what, value }) =>
      requestOf(endpoint, `query ${what}`, { ...right, query: Object(value) }),
    ),
    ...Object.keys(query.properties).flatMap((name) =>
      ['%', '%ff', '%ed%a0%80', `x&${name}=x`].map((text) => {
        const request = requestOf(endpoint, `query ${name}=${text}`, { ...right, query: {} })
        return { ...request, path: `${request.path}?${name}=${text}` }
      }),
    ),
    ...[...inBody, ...misspelt].map(({ what, value }) =>
      requestOf(endpoint, `body ${what}`, { ...right, body: value }),
    ),
  ]
}

/** The value with a field that nothing has, once in each of its objects. */
function withUnknownField(value: unknown): readonly Wrong[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) =>
      withUnknownField(entry).map((it) => ({
        what: `${index}: ${it.what}`,
        value: value.with(index, it.value),
      })),
    )
  }
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return []
  const inside = Object.entries(value).flatMap(([name, field]) =>
    withUnknownField(field).map((it) => ({
      what: `${name}: ${it.what}`,
      value: { ...value, [name]: it.value },
    })),
  )
  // No schema takes this value either, in objects whose names the caller chooses.
  return [{ what: 'an unknown field', value: { ...value, misspelt: [[]] } }, ...inside]
}

const wrongIntegerTexts = [
  '',
  ' ',
  '1.0',
  '01',
  '+1',
  '1e1',
  '0x1',
  '-0',
  '0',
  '-1',
  '9'.repeat(20),
  'NaN',
  '١',
]

function wrongTexts(schema: TObject, right: object): readonly Wrong[] {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const texts = Type.IsInteger(field)
      ? wrongIntegerTexts.filter((text) => text !== '0' || bounds(field).minimum !== 0)
      : wrongValues(field, null).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
    return texts.map((text) => ({
      what: `${name}: ${JSON.stringify(text).slice(0, 40)} (${text.length})`,
      value: { ...right, [name]: text },
    }))
  })
}

function wrongKeys(endpoint: Endpoint, right: Parts): readonly GeneratedRequest[] {
  const idempotency = idempotencyOf(endpoint)
  const wrong = ['', 'a b', 'x'.repeat(256), 'a\u0080']
  const keys = idempotency === 'none' ? [] : wrong.map((it): Headers => ({ 'idempotency-key': it }))
  const all = idempotency === 'required' ? [...keys, {}] : keys
  return all.map((headers) =>
    requestOf(endpoint, `headers ${JSON.stringify(headers)}`, { ...right, headers }),
  )
}

type WrongText = readonly [what: string, body: string, status?: number, headers?: Headers]

/** The request with each of the texts instead of its own. */
function withTexts(
  subject: string,
  request: GeneratedRequest,
  texts: readonly WrongText[],
): readonly (GeneratedRequest & { status: number })[] {
  return texts.map(([what, body, status = 400, headers = {}]) => ({
    ...request,
    what: `${subject} ${what}`,
    body,
    status,
    headers: { ...request.headers, ...headers },
  }))
}

/** Faults that any body can have. */
function wrongBodies(endpoint: Endpoint, right: Parts): ReturnType<typeof withTexts> {
  const request = requestOf(endpoint, '', right)
  const text = request.body ?? ''
  return withTexts('the body', request, [
    ...(endpoint.isBodyOptional === true ? [] : [['nothing', ''] as const]),
    ['null', 'null'],
    ['half', text.slice(0, -1)],
    ['twice', `${text}${text}`],
    ['in other quotes', text.replaceAll('"', "'")],
    ['with a comma too many', text.replace(/\}$/, ',}')],
    ['with a comment', `${text}//`],
    ['with NaN', text.replace(/\}$/, ',"x":NaN}')],
    ['with a name twice', text.replace(/\}$/, ',"x":1,"x":1}')],
    ['too deep', text.replace(/\}$/, `,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)],
    ['too large', `${text}${' '.repeat(262_144)}`, 413],
    ['as text', text, 415, { 'content-type': 'text/plain' }],
    ['as a form', text, 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['in another charset', text, 415, { 'content-type': 'application/json; charset=latin1' }],
    ['packed', text, 415, { 'content-encoding': 'gzip' }],
  ])
}

/** Needs no header, and is right for every kind of rows as far as its shape goes. */
const RIGHT_FILE = { type: 'application/x-ndjson', text: '{}\n' }

/** Faults that any file can have. */
function wrongFiles(endpoint: Endpoint, right: Parts): ReturnType<typeof withTexts> {
  return withTexts('the file', requestOf(endpoint, '', right), [
    ['nothing', '', 400],
    ['empty lines', '\n\r\n\n', 400],
    ['no header', '\n', 400, { 'content-type': 'text/csv' }],
    ['a wrong header', 'x,y\n1,2\n', 400, { 'content-type': 'text/csv' }],
    ['as JSON', '{}', 415, { 'content-type': 'application/json' }],
    ['as text', '{}', 415, { 'content-type': 'text/plain' }],
    ['in another charset', '{}', 415, { 'content-type': 'text/csv; charset=latin1' }],
    ['packed', '{}', 415, { 'content-encoding': 'gzip' }],
  ])
}

function requestOf(
  endpoint: Endpoint,
  what: string,
  { params, query, headers, body }: Parts,
): GeneratedRequest {
  const { method, upload } = endpoint
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]))
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return {
    endpoint,
    what,
    method,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: upload === undefined ? headers : { 'content-type': RIGHT_FILE.type, ...headers },
    body: upload === undefined ? (endpoint.body === null ? null : jsonText(body)) : RIGHT_FILE.text,
  }
}

/** Percent-encoded, also what is no Unicode. */
function encoded(value: unknown): string {
  const text = String(value)
  if (text.isWellFormed()) return encodeURIComponent(text)
  return Array.from(text, (it) => (it.isWellFormed() ? encodeURIComponent(it) : '%ED%A0%80')).join('')
}
