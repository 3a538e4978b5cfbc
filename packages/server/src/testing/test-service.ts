import { createHash, randomBytes } from 'node:crypto'
import type { ProgramSettings } from '@goodword/contract/program/program'
import type { Scope } from '@goodword/domain/staff/scope'
import type { TenantId } from '@goodword/domain/values/ids'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { addDomain, checkDomain } from '../administration/custom-domains/operate-domains.ts'
import { type CreatedApiKey, createApiKey } from '../administration/keys/create-api-key.ts'
import { replaceProgram } from '../administration/programs/replace-program.ts'
import { createTenant, type NamedKeys } from '../administration/tenants/create-tenant.ts'
import type { Database, DatabaseAddress, ServiceAddress } from '../engine/driver/database.ts'
import type { Statement } from '../engine/driver/statement.ts'
import { createLogger } from '../engine/logging/logger.ts'
import { createSecretBox, type SecretBox } from '../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../engine/secrets/secret-key.ts'
import type { Context, ContextOptions } from '../frame/context.ts'
import { createApp } from '../frame/http/server/app.ts'
import { keyUsesWritten } from '../frame/tenants/find-caller.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { runCustomerJob } from '../jobs/run-customer-job.ts'
import { sharePages } from '../pages/share-links/share-page.ts'
import { knownDomains, refreshDomains } from '../referring/share-links/known-domains.ts'
import { routes } from '../routes/routes.ts'
import { type BraintreeSandbox, startBraintreeSandbox } from './processor/braintree-sandbox.ts'
import { brokenRules, type WireAnswer } from './requests/wire-rules.ts'
import { BASE_URL, LANDING_PAGE, testContext } from './test-context.ts'
import { createTestDatabase } from './test-database.ts'
import { START } from './test-tenant.ts'
import { testRunner } from './test-worker.ts'

export { BASE_URL, LANDING_PAGE }
/** The one address whose `X-Forwarded-…` is trusted; other requests come from 127.0.0.1. */
export const PROXY = '127.0.0.9'

/** Longer than any cache of the service. */
const CACHES_MS = 5000

/** No request of a test is given up on a busy machine, no click is lost, and no link leads where it led before. */
const TIMEOUT_MS = 60_000

type CallOptions = {
  /** The tenant in the path; defaults to the live tenant. */
  readonly alias?: string
  /** Null for no key; defaults to that of the live tenant. */
  readonly key?: string | null
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls the API at a path relative to the tenant, and holds the answer to the contract. */
export type Caller = (method: Method, path: string, options?: CallOptions) => Promise<WireAnswer>

export type TestService = {
  readonly app: FastifyInstance
  /** The context of the handlers of the first process. */
  readonly ctx: Context
  readonly owner: Database
  /** Where the operator's commands connect. */
  readonly address: DatabaseAddress
  /** The database as a process of the service connects to it. */
  readonly serviceAddress: ServiceAddress
  /** Each reading advances it by `step`; defaults to 0. */
  readonly clock: { now: number; step: number }
  /** The context of the operator's commands. */
  readonly operator: Context
  /** Two modes of one program, and the live mode of another merchant. */
  readonly live: NamedKeys
  readonly test: NamedKeys
  readonly other: NamedKeys
  readonly call: Caller
  /** A process of its own beside the first, on the same database. */
  anotherProcess(secretBox?: SecretBox): Promise<Caller>
  /** Makes a user known as a browser does, and returns the code that they share. */
  addUser(accountId: string, fields?: Readonly<Record<string, unknown>>): Promise<string>
  /** Sets the whole program, and waits until it is seen everywhere. */
  setProgram(settings: ProgramSettings, alias?: TenantId): Promise<void>
  /** The texts of TXT records by their names: what the processes of the service find. */
  readonly texts: Map<string, readonly string[]>
  /** Proves a host to be a tenant's, so that its paths are share links, and waits until that is seen. */
  addDomain(host: string, alias?: TenantId): Promise<void>
  /** A payment gateway of the test file's own, started at its first use. */
  gateway(): Promise<BraintreeSandbox>
  newKey(scopes: readonly Scope[]): Promise<CreatedApiKey>
  /** The versions of all rows that tenants have but the audit log: equal means that nothing was changed. */
  rows(): Promise<unknown>
}

/** Options of a test service's processes that differ from the defaults. */
type TestServiceOptions = Pick<
  Partial<ContextOptions>,
  'sso' | 'mailServer' | 'secretBox' | 'resolveRecords' | 'limits'
>

/** The whole API on a database of its own; call it once at the top of a `*.db.test.ts` file. */
export async function startTestService({
  secretBox = createSecretBox(makeSecretKey()),
  ...options
}: TestServiceOptions = {}): Promise<TestService> {
  const { address, owner, service, serviceAddress, connectService } = await createTestDatabase()
  const time = { now: START, step: 0 }
  const clock = {
    now: () => {
      time.now += time.step
      return time.now
    },
  }
  const texts = new Map<string, readonly string[]>()
  const shared = { secretBox, resolveTexts: async (name: string) => texts.get(name) ?? [] }
  const operator = testContext(owner, clock, shared)
  const { live, test } = await createTenant(operator, { alias: 'acme', landingPage: LANDING_PAGE })
  const { live: other } = await createTenant(operator, { alias: 'other', landingPage: LANDING_PAGE })

  let gateway: Promise<BraintreeSandbox> | undefined
  afterAll(async () => (await gateway)?.close())

  const open = (db: Database, box = secretBox) =>
    openProcess(testContext(db, clock, { ...shared, ...options, secretBox: box }), live)
  const { app, call, ctx } = await open(service)
  return {
    app,
    ctx,
    owner,
    address,
    serviceAddress,
    clock: time,
    operator,
    live,
    test,
    other,
    call,
    texts,
    anotherProcess: async (box) => (await open(connectService(), box)).call,
    async addUser(accountId, fields = {}) {
      const body = { account_id: accountId, user_id: `${accountId}_user`, ...fields }
      const { body: answer } = await call('POST', '/open/identify', { body })
      return String(answer.referralCode)
    },
    async setProgram(settings, alias = live.alias) {
      const whole = { landingPage: LANDING_PAGE, ...settings }
      await replaceProgram(ctx, alias, whole, null)
      time.now += CACHES_MS
    },
    async addDomain(host, alias = live.alias) {
      const { proof } = await addDomain(operator, alias, host)
      texts.set(proof.name, [...(texts.get(proof.name) ?? []), proof.value])
      await checkDomain(operator, alias, host)
      await refreshDomains(ctx)
    },
    gateway() {
      gateway ??= startBraintreeSandbox()
      return gateway
    },
    newKey: (scopes) => createApiKey(operator, { alias: live.alias, scopes }),
    rows: () => rowVersions(owner),
  }
}

async function openProcess(
  ctx: Context,
  live: NamedKeys,
): Promise<{ app: FastifyInstance; call: Caller; ctx: Context }> {
  const logged: string[] = []
  const logger = createLogger('error', { write: (line) => void logged.push(line) })
  await refreshDomains(ctx)
  const visitorPages = sharePages(knownDomains(ctx))
  const timeouts = { handlerMs: TIMEOUT_MS }
  const app = createApp({ baseUrl: BASE_URL, logger, visitorPages, trustedProxies: [PROXY], timeouts })
  const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers, random: () => 1 })
  routes(app, ctx, {
    clickTimeoutMs: TIMEOUT_MS,
    linkTimeoutMs: TIMEOUT_MS,
    runCustomer: (tenantId, customerId, late) => runCustomerJob(runner, tenantId, customerId, late),
  })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await keyUsesWritten(ctx)
  })
  const call: Caller = async (method, path, options = {}) => {
    const answer = await answerOf(app, requestOf(method, path, options, live))
    const broken = brokenRules(answer, method, path, BASE_URL)
    if (broken.length === 0) return answer
    const bodyText = JSON.stringify(answer.body, null, 2)
    throw new Error(`${method} ${path}: the answer ${broken.join(', ')}\n${bodyText}\n${logged.join('')}`)
  }
  return { app, call, ctx }
}

/** A well-formed code that does not exist. */
export function unknownCode(): string {
  return `NOBODY_${randomBytes(8).toString('hex')}`
}

export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`

function requestOf(
  method: Method,
  path: string,
  { alias = 'acme', key, body, headers }: CallOptions,
  live: NamedKeys,
): InjectOptions {
  const isOpen = path.startsWith('/open/')
  const apiKey = key === undefined && !isOpen ? live.apiKey : (key ?? null)
  return {
    method,
    url: `/api/v1/${alias}${path}`,
    headers: {
      ...(apiKey === null ? {} : { authorization: basic(`${apiKey}:`) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

async function answerOf(app: FastifyInstance, request: InjectOptions): Promise<WireAnswer> {
  const { statusCode, headers, payload } = await app.inject(request)
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { status: statusCode, headers: Object.fromEntries(texts), body: JSON.parse(payload) }
}

/** The statement of each database: its tables stay the same. */
const versionReads = new WeakMap<Database, Promise<Statement>>()

async function rowVersions(owner: Database): Promise<unknown> {
  const read = versionReads.get(owner) ?? versionRead(owner)
  versionReads.set(owner, read)
  return owner.query(await read, [])
}

async function versionRead(owner: Database): Promise<Statement> {
  const tables = await owner.query<{ name: string }>(
    {
      name: '',
      // The hour in which a key was used is noted outside of requests, and refused requests have entries in the audit log.
      text: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'app' and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname not in ('api_key', 'audit_entry', 'audit_head') order by 1`,
    },
    [],
  )
  // A new version of a row has a higher number than all earlier ones, so as many rows with the same sum are the same rows.
  const versions = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count,
      sum(xmin::text::int8)::text as versions from app.${name}`,
  )
  const text = `${versions.join(' union all ')} order by 1`
  // To plan it takes longer than to run it.
  return { name: createHash('sha256').update(text).digest('base64url'), text }
}
