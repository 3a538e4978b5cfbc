import { once } from 'node:events'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startNameServer } from './testing/name-server.ts'
import {
  endPrograms,
  makeEmptyEnvironment,
  makeEnvironment,
  type Program,
  startProgram,
} from './testing/program.ts'
import { untilRefused } from './testing/requests/until-refused.ts'
import { runCommand } from './testing/run-command.ts'

const { env, drop } = await makeEmptyEnvironment()
const running: Program[] = []

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await drop()
})

async function startService(more: Record<string, string> = {}): Promise<{ program: Program; url: string }> {
  const program = startProgram('main.ts', { ...env, ...more })
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  await program.waitForOutput(/"msg":"service started"/)
  return { program, url }
}

describe('a process that does everything', () => {
  let program: Program
  let url: string
  beforeAll(async () => {
    ;({ program, url } = await startService())
  })

  test('the service starts on an empty database, is ready, and takes the keys that the operator makes', async () => {
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
    const authorization = `Basic ${btoa(`${live.apiKey}:`)}`
    const answer = await fetch(`${url}/api/v1/acme/referrals`, { headers: { authorization } })
    expect(await answer.json()).toMatchObject({ count: 0, referrals: [] })
  })

  test('a domain that is verified while the service runs has share links soon, and nothing else', async () => {
    const names = await startNameServer()
    onTestFinished(names.close)
    const host = 'go.domains.example.com'
    const command = async (...args: string[]) =>
      JSON.parse((await runCommand({ ...env, NAME_SERVERS: names.address }, ...args)).output)
    await command('tenant', 'create', 'domains')
    const { proof } = await command('domain', 'add', 'domains', host)
    names.texts.set(proof.name, [[proof.value]])
    await command('domain', 'check', 'domains', host)
    await expect.poll(() => typeOf(`${url}/livez`, host)).toBe('text/html; charset=utf-8')
    expect(await typeOf(`${url}/livez`, 'other.example.com')).toBe('application/json; charset=utf-8')
    await command('domain', 'remove', 'domains', host)
    await expect.poll(() => typeOf(`${url}/livez`, host)).toMatch('application/json')
  })

  test('a process that is asked to stop finishes the request under way and takes no other, and has written nothing but lines of JSON', async () => {
    expect((await fetch(`${url}/api/v1/acme/referrals`)).status).toBe(401)
    const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'slow')).output)
    const port = Number(new URL(url).port)
    const body = JSON.stringify({ id: 'acct' })
    const socket = connect(port, '127.0.0.1')
    const head = [
      'POST /api/v1/slow/accountsync HTTP/1.1',
      'Host: a',
      `Authorization: Basic ${btoa(`${live.apiKey}:`)}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    // The service has begun with this request when it asks for the rest.
    await once(socket, 'data')
    program.child.kill('SIGTERM')
    await untilRefused(port)
    socket.write(body)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    const { code, output, errors } = await program.ended
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const logged = (pattern: RegExp) => lines.filter(({ msg }) => pattern.test(msg))
    expect(logged(/^service started|^stop signal|^draining|^drained|^service stopped/)).toMatchObject([
      {
        msg: 'service started',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        postgresql: expect.stringMatching(/^\d+$/),
        baseUrl: url,
        listening: url,
        database: 'external',
        processMode: 'all',
      },
      { msg: 'stop signal received', signal: 'SIGTERM' },
      { msg: 'draining: not ready, finishing open requests' },
      { msg: 'drained: all connections closed' },
      { msg: 'service stopped', exitCode: 0 },
    ])
    // On a busy machine it may be a slow one, or the database too busy to say who calls.
    expect(logged(/^request completed|^slow request/)).toContainEqual(
      expect.objectContaining({ attemptedTenant: 'acme', apiErrorCode: expect.any(String) }),
    )
  })
})

function typeOf(address: string, host: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { host } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.headers['content-type']))
    }).on('error', reject)
  })
}

test('a worker says whether it is well, and no more', async () => {
  const { program, url } = await startService({ PROCESS: 'worker' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/docs/openapi.json`)).status).toBe(404)
  expect((await fetch(`${url}/api/v1/acme/referrals`)).status).toBe(404)
  program.child.kill('SIGINT')
  expect((await program.ended).code).toBe(0)
})

test('a web process takes no jobs, a worker runs them and schedules what recurs', async () => {
  const fresh = await makeEnvironment()
  const start = async (role: string): Promise<Program> => {
    const program = startProgram('main.ts', { ...fresh.env, PROCESS: role })
    running.push(program)
    await program.waitForOutput(/"msg":"service started"/)
    return program
  }
  const jobsOf = async (alias: string) =>
    JSON.parse((await runCommand(fresh.env, 'job', 'list', alias)).output).jobs
  const web = await start('web')
  await runCommand(fresh.env, 'tenant', 'create', 'acme')
  await fresh.execute(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, attempts)
    values ('acme', gen_random_uuid(), 'CLOSE_LEDGER', 'a', 'READY', now(), 0)`)
  expect(await jobsOf('acme')).toMatchObject([{ state: 'READY' }])
  expect(await jobsOf('*')).toEqual([])

  const worker = await start('worker')
  await worker.waitForOutput(/"kind":"CLOSE_LEDGER".*"outcome":"succeeded".*"msg":"job completed"/)
  for (const kind of ['SWEEP_ANSWERS', 'MAINTAIN_CLICK_PARTITIONS']) {
    await worker.waitForOutput(new RegExp(`"kind":"${kind}","tenantId":"[*]".*"outcome":"succeeded"`))
  }
  await expect.poll(() => jobsOf('acme')).toEqual([])
  const recurring: { kind: string }[] = await jobsOf('*')
  expect(recurring.map((it) => it.kind)).toEqual(
    expect.arrayContaining(['SWEEP_ANSWERS', 'MAINTAIN_CLICK_PARTITIONS']),
  )
  for (const { child } of [web, worker]) child.kill('SIGTERM')
  expect((await web.ended).output).not.toContain('job completed')
  expect(await worker.ended).toMatchObject({ code: 0, errors: '' })
  await fresh.drop()
})

test('processes that start at the same time on an empty database all come up', async () => {
  const fresh = await makeEmptyEnvironment()
  const programs = ['web', 'worker', 'all'].map((role) =>
    startProgram('main.ts', { ...fresh.env, PROCESS: role }),
  )
  running.push(...programs)
  await Promise.all(programs.map((program) => program.waitForOutput(/"msg":"service started"/)))
  for (const { child } of programs) child.kill('SIGTERM')
  for (const { ended } of programs) expect(await ended).toMatchObject({ code: 0, errors: '' })
  await fresh.drop()
})

test('a bad environment stops the start, with a line for each fault', async () => {
  const faulty = { ...env, PORT: 'many', LOG_LEVEL: 'loud' }
  const { code, output, errors } = await startProgram('main.ts', faulty).ended
  // deploy/goodword.service does not start the service again after it.
  expect({ code, output }).toEqual({ code: 78, output: '' })
  expect(errors.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^PORT is "many"/),
    expect.stringMatching(/^LOG_LEVEL is "loud"/),
  ])
})

test('a port that is taken stops the start with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, errors } = await startProgram('main.ts', { ...env, PORT: `${port}` }).ended.finally(() =>
    other.close(),
  )
  expect(code).toBe(1)
  expect(errors).toMatch(/^The service cannot listen: the port is already in use\..*\n$/)
})

/** Longer than any valid host name, so that no DNS request is sent. */
const noHost = `${'x'.repeat(64)}.invalid`

test.each([
  ['postgresql://user:hunter2@127.0.0.1:1/goodword', 'connection refused at the host and port'],
  ['postgresql://user:hunter2@localhost/goodword?host=/nowhere', 'the socket in DATABASE_URL does not exist'],
  [`postgresql://user:hunter2@${noHost}/goodword`, 'the host name in DATABASE_URL'],
])('the database at %s stops the start with one line', async (DATABASE_URL, reason) => {
  const { code, errors } = await startProgram('main.ts', { ...env, DATABASE_URL }).ended
  expect(code).toBe(1)
  expect(errors).toMatch(/^The database cannot be used: .*\n$/)
  expect(errors).toContain(reason)
  expect(errors).not.toContain('hunter2')
})

test('a database that a newer release set up stops the start with one line', async () => {
  const newer = await makeEnvironment()
  await newer.execute("insert into migration.kysely_migration values ('9999_later_needs_9999', '2030-01-01')")
  const { code, errors } = await startProgram('main.ts', newer.env).ended
  await newer.drop()
  expect(code).toBe(1)
  expect(errors).toMatch(/^The database was migrated by a newer release .*9999_later_needs_9999.*\n$/)
})
