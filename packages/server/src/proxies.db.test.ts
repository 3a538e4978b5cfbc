import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chosenPort } from './start/free-port.ts'
import { endPrograms, makeEnvironment, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'

// The lines of the guide on operating for proxies, with the names, ports and certificate of this test in place of the guide's.

const MEBIBYTE = 2 ** 20
/** Programs of others, which the part `proxies` of `npm run test:all` asks for. */
const proxies = ['nginx', 'Caddy'] as const
type Proxy = (typeof proxies)[number]

const guide = readFileSync(new URL('../../../docs/guides/operating.md', import.meta.url), 'utf8')
const tls = (name: string) => new URL(`testing/tls/${name}`, import.meta.url).pathname
const ca = readFileSync(tls('ca.crt'), 'utf8')
const folder = temporaryFolder()

const { env, drop } = await makeEnvironment()
const port = await chosenPort(0, '127.0.0.1')
// No job reads the uploads: only the way through the proxy is tested.
const service = startProgram('main.ts', {
  ...env,
  ...{ PORT: `${port}`, PROCESS: 'web', TRUSTED_PROXIES: '127.0.0.1', BASE_URL: 'https://localhost' },
})
let key = ''
beforeAll(async () => {
  await service.waitForOutput(/"msg":"service started"/)
  key = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output).live.apiKey
}, 60_000)
afterAll(async () => {
  await endPrograms([service], 'SIGTERM')
  await drop()
})

function linesFor(proxy: Proxy): string {
  const [, lines = ''] = new RegExp(`\nFor ${proxy}:\n\n\`\`\`text\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  return lines
}

/** Puts the guide's lines into a configuration. Returns the command that starts the proxy with it. */
const setUp: Readonly<Record<Proxy, (own: number) => readonly [program: string, ...args: string[]]>> = {
  nginx(own) {
    const lines = linesFor('nginx')
      .replace('127.0.0.1:4000', `127.0.0.1:${port}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${own} ssl`)
      .replace('server_name refer.example.com', 'server_name localhost')
      .replace('/etc/ssl/refer.example.com.pem', tls('server.crt'))
      .replace('/etc/ssl/refer.example.com.key', tls('server.key'))
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (it) => `${it}_temp_path ${folder}/${it};`,
    )
    const file = join(folder, 'nginx.conf')
    const user = process.getuid?.() === 0 ? 'user root;\n' : ''
    writeFileSync(
      file,
      `${user}daemon off;\nworker_processes 1;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${lines}\n}\n`,
    )
    return ['nginx', '-p', folder, '-c', file, '-e', 'stderr']
  },
  Caddy(own) {
    const lines = linesFor('Caddy')
      .replace('127.0.0.1:4000', `127.0.0.1:${port}`)
      // Elsewhere Caddy gets a certificate by itself.
      .replace('refer.example.com {', `localhost:${own} {\n  tls ${tls('server.crt')} ${tls('server.key')}`)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${lines}`)
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
  },
}

describe.each(proxies)('the lines of the guide for %s', (proxy) => {
  let own = 0
  let ended: Promise<unknown> = Promise.resolve()
  let stop = (): void => undefined

  beforeAll(async () => {
    own = await chosenPort(0, '127.0.0.1')
    const [program, ...args] = setUp[proxy](own)
    mkdirSync(join(folder, 'home'), { recursive: true })
    const environment = { PATH: process.env.PATH ?? '', HOME: join(folder, 'home') }
    const child = spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      errors += piece
    })
    ended = once(child, 'exit')
    stop = () => void child.kill('SIGTERM')
    await vi.waitFor(
      async () => {
        expect(child.exitCode, errors).toBeNull()
        expect((await call('GET', '/readyz')).status).toBe(200)
      },
      { timeout: 20_000, interval: 100 },
    )
  }, 30_000)
  afterAll(async () => {
    stop()
    await ended
  })

  type Answer = { readonly status: number; readonly body: string }
  function call(
    method: string,
    path: string,
    body?: Readable | string,
    type = 'application/json',
  ): Promise<Answer> {
    const options: RequestOptions = {
      host: 'localhost',
      port: own,
      ca,
      method,
      path,
      auth: `${key}:`,
      agent: false,
    }
    return new Promise((done, failed) => {
      const sent = request({ ...options, headers: { 'Content-Type': type } }, async (answer) =>
        done({ status: answer.statusCode ?? 0, body: await text(answer) }),
      )
      sent.on('error', failed)
      if (body instanceof Readable) body.pipe(sent)
      else sent.end(body)
    })
  }

  test('the lines of the guide pass on calls over TLS', async () => {
    const made = await call('POST', '/api/v1/acme/user', '{"accountId":"a1","id":"u1"}')
    expect(made.status).toBe(200)
    expect((await call('GET', '/r/acme/NOBODY')).status).toBe(404)
  })

  test('the lines of the guide keep figures from others, and let no large body pass', async () => {
    expect(await call('GET', '/metrics')).toMatchObject({ status: 404 })
    const large = JSON.stringify({ accountId: 'a1', id: 'x'.repeat(300 * 1024) })
    // nginx refuses it; Caddy passes it on, and the service does.
    expect(await call('POST', '/api/v1/acme/user', large)).toMatchObject({ status: 413 })
  })

  test('the lines of the guide pass on large notifications of payment processors', async () => {
    const { status, body } = await call(
      'POST',
      '/hooks/acme/token',
      JSON.stringify({ id: 'x'.repeat(300 * 1024) }),
    )
    // The service knows no such token; the proxy would have answered a page of its own.
    expect({ status, body: JSON.parse(body) }).toMatchObject({
      status: 404,
      body: { apiErrorCode: expect.any(String) },
    })
  })

  test('the lines of the guide pass on an import of 100 MB', async () => {
    const path = '/api/v1/acme/imports?kind=users&dryRun=true'
    const { status, body } = await call('POST', path, Readable.from(rows(100 * MEBIBYTE)), 'text/csv')
    expect({ status, body }).toMatchObject({ status: 202, body: expect.stringContaining('"state"') })
  }, 120_000)
})

/** A file with users, in pieces. */
function* rows(bytes: number): Generator<string> {
  yield 'accountId,id,email\n'
  let written = 0
  for (let row = 0; written < bytes; row += 1000) {
    const piece = Array.from(
      { length: 1000 },
      (_, at) => `account_${row + at},user_${row + at},user_${row + at}@example.com\n`,
    )
    const joined = piece.join('')
    written += joined.length
    yield joined
  }
}
