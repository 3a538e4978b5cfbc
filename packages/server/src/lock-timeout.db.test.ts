import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './engine/driver/database.ts'
import { NO_TIMEOUTS } from './testing/endless.ts'
import { endPrograms, makeEnvironment, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'

const { env, drop } = await makeEnvironment()
// Longer than a slow request; every other timeout is far longer, so that none comes before it.
const program = startProgram('main.ts', { ...env, GOODWORD_TEST_LOCK_MS: '1500' })
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 1, NO_TIMEOUTS)
afterAll(async () => {
  await endPrograms([program], 'SIGKILL')
  await owner.close()
  await drop()
})

test('a lock timeout is named in the log, and its request is logged as slow with where the time went', async () => {
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  await program.waitForOutput(/"msg":"service started"/)
  const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'locked')).output)
  const headers = { authorization: `Basic ${btoa(`${live.apiKey}:`)}`, 'content-type': 'application/json' }
  const syncAccount = () =>
    fetch(`${url}/api/v1/locked/accountsync`, { method: 'POST', headers, body: '{"id":"busy"}' })
  expect((await syncAccount()).status).toBe(200)

  const other = await owner.pool.connect()
  await other.query('begin; select from account for update')
  const answer = await syncAccount()
  const body: Record<string, unknown> = Object(await answer.json())
  await other.query('rollback')
  other.release()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(body).toMatchObject({
    apiErrorCode: 'SERVICE_UNAVAILABLE',
    message: expect.stringMatching(/Retry the same request/),
  })
  // PostgreSQL responded, so the circuit breaker stays closed for other requests.
  expect((await syncAccount()).status).toBe(200)

  program.child.kill('SIGTERM')
  const { output } = await program.ended
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const linesOf = (requestId: unknown) => lines.filter((it) => it.requestId === requestId)
  expect(linesOf(body.requestId)).toMatchObject([
    {
      level: 50,
      msg: 'database unavailable: lock timeout: another transaction holds a row for long',
      err: { cause: { code: '55P03' } },
    },
    {
      level: 40,
      msg: 'slow request',
      route: '/api/v1/:tenantAlias/accountsync',
      status: 503,
      apiErrorCode: 'SERVICE_UNAVAILABLE',
      tenantId: 'locked',
      batchSize: 1,
      batchWaitMs: expect.any(Number),
      connectionWaitMs: expect.any(Number),
      databaseMs: expect.any(Number),
      // One more where the tenant is looked up again.
      transactions: expect.toBeOneOf([1, 2]),
      statements: expect.any(Number),
    },
  ])
})
