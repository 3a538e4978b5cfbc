import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { baseUrlOf, ConfigError, type Environment, readConfig } from './config.ts'
import { defaultOperationLimits } from './engine/signals/operation-limits.ts'

const SECRET_KEY = '0123456789abcdef'.repeat(4)
const DATABASE_URL = 'postgresql://goodword:hunter2@db.example.com:5432/goodword'

const DATABASE_OWNER_URL = 'postgresql://owner:hunter3@db.example.com:5432/goodword'

function faultsOf(env: Environment): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test('nothing has to be set', () => {
  expect(readConfig({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    baseUrl: null,
    hosts: [],
    nameServers: [],
    dataDir: resolve(import.meta.dirname, '../../../.data'),
    storage: { kind: 'embedded', secretKey: null, previousSecretKeys: [] },
    logLevel: 'info',
    rateLimits: {
      ...{ live: 1000, test: 200, browser: 10, clicksPerMinute: 60 },
      ...{ signInsPerMinute: 5, bodyKibPerSecond: 1024 },
    },
    uploadsOfMerchant: 2,
    connections: { ofProcess: 10_000, ofAddress: 512 },
    operationLimits: defaultOperationLimits,
    process: 'all',
    trustedProxies: [],
    metricsToken: null,
    allowLocalTargets: false,
    smtpUrl: null,
    mailFrom: null,
    sso: null,
    discountSweepHours: 24,
    smtpRateLimit: 10,
    backups: { folder: null, everyHours: 24, keep: { hours: 24, days: 7, weeks: 5 }, isEncrypted: true },
    tracing: null,
    demo: 'on',
    sandboxPort: 3001,
    shopPort: 4100,
  })
})

test('an empty variable is as good as none', () => {
  const names = ['PORT', 'HOST', 'BASE_URL', 'DATABASE_URL', 'DATA_DIR', 'SECRET_KEY', 'PROCESS', 'DEMO']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

test('everything can be set', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    BASE_URL: 'https://refer.example.com/',
    HOSTS: 'www.example.com, *.shops.example.com',
    NAME_SERVERS: '10.0.0.2,10.0.0.3:5353,fd00::2,[fd00::3]:5353',
    DATABASE_URL,
    DATABASE_OWNER_URL,
    DATA_DIR: '/srv/goodword',
    SECRET_KEY,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    RATE_LIMIT_UPLOADS: '4',
    CONNECTION_LIMIT: '20000',
    CONNECTION_LIMIT_ADDRESS: '100',
    RATE_LIMIT_LETTERS: '600',
    RATE_LIMIT_RECIPIENT: '10',
    RATE_LIMIT_PAGE_ADDRESS: '3',
    RATE_LIMIT_PAGE_STRANGERS: '100',
    RATE_LIMIT_PAGE_CLIENT: '40',
    FILE_LIMIT_GIB: '100',
    MIN_FREE_DISK: '5',
    PROCESS: 'worker',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    METRICS_TOKEN: 'a-token-of-some-length',
    ALLOW_LOCAL_TARGETS: 'on',
    SMTP_URL: 'smtps://user:password@mail.example.com',
    DISCOUNT_SWEEP_HOURS: '24',
    ...{ BACKUP_DIR: '/saved', BACKUP_HOURS: '6' },
    BACKUP_KEEP: '48,14,8',
    BACKUP_ENCRYPTION: 'off',
    SMTP_RATE_LIMIT: '14',
    MAIL_FROM: 'noreply@example.com',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'goodword',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Example Login',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    DEMO: 'off',
    SANDBOX_PORT: '3100',
    SHOP_PORT: '4200',
  })
  expect(config).toEqual({
    port: 0,
    host: '::',
    baseUrl: 'https://refer.example.com',
    hosts: ['www.example.com', '*.shops.example.com'],
    nameServers: ['10.0.0.2', '10.0.0.3:5353', 'fd00::2', '[fd00::3]:5353'],
    dataDir: '/srv/goodword',
    storage: {
      kind: 'external',
      databaseUrl: DATABASE_URL,
      ownerUrl: DATABASE_OWNER_URL,
      secretKey: Buffer.from(SECRET_KEY, 'hex'),
      previousSecretKeys: [],
    },
    logLevel: 'warn',
    rateLimits: null,
    uploadsOfMerchant: 4,
    connections: { ofProcess: 20_000, ofAddress: 100 },
    operationLimits: {
      lettersToRecipient: 10,
      lettersOfMerchant: 600,
      pageLinksToAddress: 3,
      pageLinksToStrangers: 100,
      pageLinksFromClient: 40,
      fileBytesOfTenant: 100 * 1024 ** 3,
      minFreeDiskPercent: 5,
    },
    process: 'worker',
    trustedProxies: ['10.0.0.0/8', '::1'],
    metricsToken: 'a-token-of-some-length',
    allowLocalTargets: true,
    smtpUrl: 'smtps://user:password@mail.example.com',
    mailFrom: 'noreply@example.com',
    sso: {
      issuer: 'https://login.example.com',
      clientId: 'goodword',
      clientSecret: 'secret',
      name: 'Example Login',
    },
    discountSweepHours: 24,
    smtpRateLimit: 14,
    backups: { folder: '/saved', everyHours: 6, keep: { hours: 48, days: 14, weeks: 8 }, isEncrypted: false },
    tracing: { protocol: 'http/protobuf', sampler: 'traceidratio', ratio: 0.05 },
    demo: 'off',
    sandboxPort: 3100,
    shopPort: 4200,
  })
})

test('with any port for the service, the shop and the local gateway take any port', () => {
  expect(readConfig({ PORT: '0' })).toMatchObject({ sandboxPort: 0, shopPort: 0 })
})

test('without rate limits, one address may open all connections', () => {
  const { connections } = readConfig({ RATE_LIMITS: 'off' })
  expect(connections).toEqual({ ofProcess: 10_000, ofAddress: 10_000 })
})

const zero = (name: string): [string, string] => [name, '0']

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '4000.5'],
  ['PORT', 'http'],
  ['HOST', 'http://localhost'],
  ['HOST', 'local host'],
  ['BASE_URL', 'refer.example.com'],
  ['BASE_URL', 'ftp://example.com'],
  ['BASE_URL', 'https://user:password@example.com'],
  ['BASE_URL', 'https://example.com/?a=b'],
  ['DATABASE_URL', 'mysql://localhost/goodword'],
  ['DATABASE_URL', `${DATABASE_URL}?options=-c%20search_path%3Dpublic`],
  ['DATABASE_URL', `${DATABASE_URL}?sslmode=require&statement_timeout=1`],
  ['SECRET_KEY', 'changeme'],
  ['SECRET_KEY_PREVIOUS', 'changeme'],
  ['SECRET_KEY_PREVIOUS', `${SECRET_KEY},`],
  ['SECRET_KEY_PREVIOUS', `${SECRET_KEY} ${SECRET_KEY}`],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMITS', 'true'],
  ['RATE_LIMIT_LIVE', '0'],
  ['RATE_LIMIT_LIVE', '-1'],
  ['RATE_LIMIT_TEST', '2.5'],
  ['RATE_LIMIT_BROWSER', 'many'],
  ['RATE_LIMIT_BROWSER', '1000001'],
  ['RATE_LIMIT_CLICKS', '0'],
  ['RATE_LIMIT_SIGN_IN', '0'],
  ['RATE_LIMIT_BODIES', '255'],
  ['RATE_LIMIT_UPLOADS', '33'],
  ['CONNECTION_LIMIT', '9'],
  ...['CONNECTION_LIMIT_ADDRESS', 'RATE_LIMIT_LETTERS', 'RATE_LIMIT_RECIPIENT', 'FILE_LIMIT_GIB'].map(zero),
  ...['RATE_LIMIT_PAGE_ADDRESS', 'RATE_LIMIT_PAGE_STRANGERS', 'RATE_LIMIT_PAGE_CLIENT'].map(zero),
  ['MIN_FREE_DISK', '91'],
  ['PROCESS', 'cron'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,proxy'],
  ['METRICS_TOKEN', 'short'],
  ['ALLOW_LOCAL_TARGETS', 'yes'],
  ['SMTP_URL', 'mail.example.com'],
  ['DISCOUNT_SWEEP_HOURS', '0'],
  ['BACKUP_HOURS', '0'],
  ['BACKUP_KEEP', '0,0,0'],
  ['DISCOUNT_SWEEP_HOURS', '169'],
  ['SMTP_URL', 'smtp://mail.example.com?proxy=http://other.example.com'],
  ['SMTP_RATE_LIMIT', '0'],
  ['MAIL_FROM', 'nobody'],
  ['DEMO', '1'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  const faults = faultsOf({ [name]: value }).filter((fault) => !fault.includes('required'))
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(new RegExp(`^${name} is .+\\.$`))
})

test('BASE_URL with a path stops the start with the way out', () => {
  expect(faultsOf({ BASE_URL: 'https://www.example.com/refer/' })).toEqual([
    expect.stringMatching(/^BASE_URL has the path \/refer, .* Give it a subdomain, and have the proxy pass/),
  ])
})

test('each rate can be set by itself', () => {
  const { rateLimits } = readConfig({
    RATE_LIMIT_LIVE: '1000',
    RATE_LIMIT_BROWSER: '1',
    RATE_LIMIT_CLICKS: '600',
  })
  expect(rateLimits).toMatchObject({ live: 1000, test: 200, browser: 1, clicksPerMinute: 600 })
})

test('all invalid settings are reported at once', () => {
  expect(faultsOf({ PORT: 'x', LOG_LEVEL: 'y', DEMO: 'z' })).toEqual([
    'PORT is "x", and accepted is a port number from 0 (any that is free) to 65535.',
    'LOG_LEVEL is "y", and accepted is fatal, error, warn, info, debug, trace, silent.',
    'DEMO is "z", and accepted is on, empty, off.',
  ])
})

test('the value of a secret is never repeated', () => {
  const secret = 'hunter2 is no value for any of these'
  const names = ['DATABASE_URL', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'METRICS_TOKEN', 'SMTP_URL']
  const faults = faultsOf(Object.fromEntries(names.map((name) => [name, secret])))
  expect(faults).toHaveLength(names.length)
  expect(faults.join()).not.toContain('hunter2')
})

test('the keys from before a rotation are separated by commas', () => {
  const earlier = 'fedcba9876543210'.repeat(4)
  const { storage } = readConfig({ SECRET_KEY, SECRET_KEY_PREVIOUS: `${earlier}, ${SECRET_KEY}` })
  expect(storage.previousSecretKeys).toEqual([Buffer.from(earlier, 'hex'), Buffer.from(SECRET_KEY, 'hex')])
})

test('a database of one’s own needs a secret key of one’s own', () => {
  expect(faultsOf({ DATABASE_URL })).toEqual([
    expect.stringMatching(/^SECRET_KEY is required together with DATABASE_URL/),
  ])
  expect(faultsOf({ DATABASE_URL, SECRET_KEY })).toEqual([])
})

test('the owner’s address alone is not enough', () => {
  expect(faultsOf({ DATABASE_OWNER_URL, SECRET_KEY })).toEqual([
    'DATABASE_OWNER_URL requires DATABASE_URL, which the service connects to.',
  ])
})

test('parting the process needs a database of one’s own', () => {
  for (const PROCESS of ['web', 'worker']) {
    expect(faultsOf({ PROCESS })).toEqual([
      `PROCESS=${PROCESS} requires DATABASE_URL: the embedded database supports one process.`,
    ])
    expect(faultsOf({ PROCESS, DATABASE_URL, SECRET_KEY })).toEqual([])
  }
})

test.each([
  [{}, 'http://127.0.0.1:4321'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:4321'],
  [{ HOST: '::' }, 'http://localhost:4321'],
  [{ HOST: '::1' }, 'http://[::1]:4321'],
  [{ BASE_URL: 'https://refer.example.com' }, 'https://refer.example.com'],
])('with %o, the service is reached at %s', (env, address) => {
  expect(baseUrlOf(readConfig(env), 4321)).toBe(address)
})

test('.env.example names every variable, and means what is the case without it', async () => {
  const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
  const shown = new Map(
    [...text.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const readNames: string[] = []
  readConfig(new Proxy({}, { get: (_target, name) => void readNames.push(String(name)) }))
  expect([...shown.keys()].sort()).toEqual([...new Set(readNames)].sort())
  expect(readConfig({ ...Object.fromEntries(shown), DATA_DIR: undefined })).toEqual(readConfig({}))
})

test.each(['sslrootcert', 'sslcert', 'sslkey'])('a missing file for %s is named', (name) => {
  const file = '/nowhere/ca.pem'
  expect(faultsOf({ DATABASE_URL: `${DATABASE_URL}?${name}=${file}`, SECRET_KEY })).toEqual([
    `DATABASE_URL has ${name}=${file}, which cannot be read (ENOENT).`,
  ])
  const present = `${DATABASE_URL}?${name}=${import.meta.filename}`
  expect(faultsOf({ DATABASE_URL: present, DATABASE_OWNER_URL: present, SECRET_KEY })).toEqual([])
})
