import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { endPrograms, makeEnvironment, type Program, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type ExportedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
}

const { env, drop } = await makeEnvironment()
const running: Program[] = []
const exported: { readonly path: string; readonly type: string; readonly body: Buffer }[] = []

/** Takes what OpenTelemetry exports, as a collector does. */
const receiver = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const { url: path = '', headers } = request
  exported.push({ path, type: headers['content-type'] ?? '', body: Buffer.concat(pieces) })
  response.setHeader('Content-Type', headers['content-type'] ?? '').end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
// A server that listens on a port has an address of this kind.
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  receiver.close()
  await drop()
})

/** Starts the service, does the work, stops the service, which exports the remaining spans, and returns its log. */
async function runService(more: Record<string, string>, work: (url: string) => Promise<void>) {
  exported.length = 0
  const program = startProgram('main.ts', { ...env, ...more })
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  await work(url)
  program.child.kill('SIGTERM')
  const { code, output, errors } = await program.ended
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'traced')).output)
const headers = {
  authorization: `Basic ${btoa(`${live.apiKey}:`)}`,
  'content-type': 'application/json',
  traceparent: `00-${TRACE}-${PARENT}-01`,
}

async function syncAccount(url: string): Promise<void> {
  const request = { method: 'POST', headers, body: JSON.stringify({ id: 'quillon-account' }) }
  // On a busy machine the first connections to the database may be refused for a moment.
  await expect.poll(async () => (await fetch(`${url}/api/v1/traced/accountsync`, request)).status).toBe(200)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
}

function spansOf(bodies: readonly Buffer[]): readonly ExportedSpan[] {
  return bodies.flatMap((body) =>
    JSON.parse(body.toString()).resourceSpans.flatMap(
      (resource: { scopeSpans: { spans: ExportedSpan[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
}

function attributeOf(span: ExportedSpan | undefined, key: string): unknown {
  return Object.values(span?.attributes.find((it) => it.key === key)?.value ?? {})[0]
}

test('a request is a span of the caller’s trace, with its transaction and statements below, and its log line names it', async () => {
  const lines = await runService(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'refer',
    },
    syncAccount,
  )
  expect(new Set(exported.map((it) => it.path))).toEqual(new Set(['/v1/traces']))
  const bodies = exported.map((it) => it.body)
  const spans = spansOf(bodies)
  const named = (name: string) => spans.findLast((it) => it.name === name && it.traceId === TRACE)
  const request = named('POST /api/v1/:tenantAlias/accountsync')
  expect(request).toMatchObject({ parentSpanId: PARENT, kind: 2 })
  expect(attributeOf(request, 'http.route')).toBe('/api/v1/:tenantAlias/accountsync')
  expect(`${attributeOf(request, 'http.response.status_code')}`).toBe('200')
  expect(attributeOf(request, 'goodword.tenant_id')).toBe('traced')

  const batch = named('batch tracking')
  expect(batch?.parentSpanId).toBe(request?.spanId)
  const transaction = spans.findLast((it) => it.name === 'transaction' && it.parentSpanId === batch?.spanId)
  const pipelines = spans.filter((it) => it.parentSpanId === transaction?.spanId)
  expect(pipelines.length).toBeGreaterThan(0)
  for (const pipeline of pipelines) {
    expect(pipeline.kind).toBe(3)
    expect(attributeOf(pipeline, 'db.system.name')).toBe('postgresql')
    expect(attributeOf(pipeline, 'db.query.summary')).toMatch(/^[\w. ]+$/)
  }
  expect(pipelines.map((it) => attributeOf(it, 'db.query.summary')).join(' ')).toContain('account.insert')

  const line = lines.findLast((it) => it.route?.endsWith('/accountsync'))
  expect(line).toMatchObject({ trace_id: TRACE, span_id: request?.spanId })

  const text = Buffer.concat(bodies).toString()
  expect(text).toContain('"refer"')
  expect(text).not.toMatch(/quillon|gw_live_|livez/)
})

test('traces are sent as protobuf by default', async () => {
  await runService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, syncAccount)
  expect(new Set(exported.map((it) => it.type))).toEqual(new Set(['application/x-protobuf']))
  const bytes = Buffer.concat(exported.map((it) => it.body))
  expect(bytes.includes(Buffer.from(TRACE, 'hex'))).toBe(true)
  expect(bytes.includes('batch tracking')).toBe(true)
})

test.each([
  ['without an endpoint', {}],
  ['when the SDK is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }],
])('%s no SDK is loaded, and the caller’s trace is still in the log', async (_, more) => {
  // A hook that prints the modules that a process loads, before any of them is loaded.
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      if (/@opentelemetry.(?!api.|semantic-conventions.)/.test(url)) process.stderr.write('loaded ' + url)
      return next(url, context)
    } })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  const lines = await runService({ ...more, NODE_OPTIONS }, syncAccount)
  expect(exported).toEqual([])
  const line = lines.findLast((it) => it.route?.endsWith('/accountsync'))
  expect(line).toMatchObject({ trace_id: TRACE })
  expect(line).not.toHaveProperty('span_id')
})

test('a sampler that takes nothing exports nothing', async () => {
  await runService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_off' }, syncAccount)
  expect(exported).toEqual([])
})
