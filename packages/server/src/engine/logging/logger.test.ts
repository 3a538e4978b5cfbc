import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createLogger, flushLog, openLogOutput } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('trace', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('a line is one JSON object with level, time and message', () => {
  expect(JSON.parse(logged((logger) => logger.info({ tenantId: 'acme' }, 'started')))).toMatchObject({
    level: 30,
    msg: 'started',
    tenantId: 'acme',
  })
})

test('a line below the level is not written', () => {
  const lines: string[] = []
  createLogger('info', { write: (line: string) => void lines.push(line) }).debug('detail')
  expect(lines).toEqual([])
})

test('only warnings and errors are written of a quiet tenant', () => {
  const lines: string[] = []
  const quiet = new Set(['acme'])
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) }, quiet)
  logger.child({}).info({ tenantId: 'acme' }, 'one')
  logger.info({ tenantId: 'other' }, 'two')
  logger.info('three')
  logger.warn({ tenantId: 'acme' }, 'four')
  quiet.clear()
  logger.info({ tenantId: 'acme' }, 'five')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['two', 'three', 'four', 'five'])
})

describe('a secret field', () => {
  const fields = {
    authorization: 'Basic hidden',
    cookie: 'hidden',
    'set-cookie': ['hidden'],
    apiKey: 'hidden',
    signingKey: 'hidden',
    secretKey: { bytes: 'hidden' },
    password: 'hidden',
    jwt: 'hidden',
    DATABASE_URL: 'hidden',
    SECRET_KEY: 'hidden',
    METRICS_TOKEN: 'hidden',
    SMTP_URL: 'hidden',
    'Proxy-Authorization': 'Basic hidden',
    secret: 'hidden',
    token: 'hidden',
    privateKey: 'hidden',
    webhookSecret: 'hidden',
    webhookUrl: '/hooks/hidden',
    clockUrl: '/hidden',
    payload: 'hidden',
    signature: 'hidden',
    connectionString: 'hidden',
    email: 'hidden',
    firstName: 'hidden',
    last_name: 'hidden',
    referrerName: 'hidden',
    detail: 'hidden',
    where: 'hidden',
    internalQuery: 'hidden',
    parameters: ['hidden'],
    url: '/hidden',
    params: { id: 'hidden' },
    query: { search: 'hidden' },
    rawHeaders: ['hidden'],
    body: { note: 'hidden' },
  }

  test.each(Object.entries(fields))(
    'the secret field %s is not written, however deep it stands',
    (name, value) => {
      const one = { [name]: value }
      const line = logged((logger) => logger.trace({ ...one, a: { ...one, b: [{ c: { d: one } }] } }))
      expect(line).not.toContain('hidden')
      expect(line.split('[secret]')).toHaveLength(4)
    },
  )

  test('a secret field of a logger made for a request is not written either', () => {
    const key = `gw_live_${'a'.repeat(43)}`
    expect(logged((logger) => logger.child({ key }).info('asked'))).not.toContain(key)
  })
})

test.each([
  `the key gw_live_${'Ab1'.repeat(15)} is old`,
  `signed with gw_sign_${'Ab1'.repeat(15)}`,
  'cannot reach postgresql://goodword:Ab1Ab1@db.example.com/goodword',
  'Reply was already sent in "/api/v1/acme/account/Ab1Ab1?query=x"',
  'redirected /r/acme/Ab1Ab1',
  'sent to "Ab1Ab1@example.com"',
  'asked for query=Ab1Ab1%40example.com',
  'Bearer eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiQWIxQWIxIn0.Ab1Ab1',
])('a text that looks like a secret is taken out of a message: %s', (message) => {
  expect(logged((logger) => logger.warn(message))).not.toContain('Ab1')
})

test('an ordinary line stays as it is', () => {
  const fields = { route: '/api/v1/:tenantAlias/user', baseUrl: 'https://refer.example.com/x', tookMs: 3 }
  const line = logged((logger) => logger.info(fields, 'GET /r/:tenantAlias/:code, see @goodword/domain'))
  expect(JSON.parse(line)).toMatchObject({
    ...fields,
    msg: 'GET /r/:tenantAlias/:code, see @goodword/domain',
  })
})

describe('an error', () => {
  /** The error as the database's driver makes it. */
  const refused = (message: string, code: string) =>
    Object.assign(new Error(message), {
      code,
      detail: 'Failing row contains (bob@example.com, Bob).',
      where: 'unnamed portal parameter $3 = bob',
      table: 'account_user',
      constraint: 'account_user_pkey',
    })

  test('an error of the database is logged without the row', () => {
    const error = refused('violates a constraint', '23505')
    const line = logged((logger) => logger.error({ err: error }, 'failed'))
    expect(JSON.parse(line).err).toEqual({
      type: 'Error',
      message: 'violates a constraint',
      code: '23505',
      table: 'account_user',
      constraint: 'account_user_pkey',
      stack: expect.stringMatching(/^\s+at /),
    })
  })

  test('an error is logged without the value that the database could not parse, by every logger', () => {
    const error = refused('invalid input syntax for type integer: "bo"b"', '22P02')
    const wrapped = new Error('not saved', { cause: new AggregateError([error], 'several') })
    for (const line of [
      logged((logger) => logger.error(error)),
      logged((logger) => logger.error({ err: error })),
      logged((logger) => logger.error({ err: wrapped }, 'failed')),
    ]) {
      expect(line).not.toMatch(/bo\\?"?b/i)
      expect(line).toContain('invalid input syntax for type integer')
    }
  })

  test('an error brings no request and no address along', () => {
    const error = Object.assign(new TypeError('Invalid URL'), {
      input: 'http://bob',
      request: { user: 'bob' },
    })
    expect(logged((logger) => logger.error({ err: error }, 'failed'))).not.toContain('bob')
  })

  test('an error that is its own cause ends', () => {
    const error = new Error('circle')
    error.cause = error
    expect(logged((logger) => logger.error({ err: error }, 'failed'))).toContain('circle')
  })

  test('an error is logged the same way by the framework', async () => {
    const lines: string[] = []
    const logger = createLogger('trace', { write: (line: string) => void lines.push(line) })
    const app = Fastify({ loggerInstance: logger })
    app.get('/api/v1/acme/user', async (request) => {
      request.log.error({ err: refused('no "bob"', '22000'), request }, 'failed')
      throw refused('no "bob"', '22000')
    })
    await app.inject('/api/v1/acme/user?query=bob')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.join('')).not.toContain('bob')
  })
})

test('an output that takes nothing any more stops neither logging nor a fatal line nor the last flush', async () => {
  // Open for reading alone: every write fails, as on a terminal that was closed.
  const fd = openSync(import.meta.filename, 'r')
  const output = openLogOutput(fd)
  const failed = new Promise((done) => Object(output).once('error', done))
  const logger = createLogger('info', output)
  logger.info('this line fails')
  await failed
  logger.fatal('dropped')
  await flushLog(logger)
  closeSync(fd)
})

test('after a flush, every line is in the output, in the order of the calls', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-log-'))
  const file = join(folder, 'log')
  const fd = openSync(file, 'a')
  const logger = createLogger('info', openLogOutput(fd))
  const numbers = Array.from({ length: 100 }, (_, number) => number)
  for (const number of numbers) logger.info({ number }, 'line')
  await flushLog(logger)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).number)).toEqual(numbers)
  await flushLog(logger)
  closeSync(fd)
  rmSync(folder, { recursive: true })
})
