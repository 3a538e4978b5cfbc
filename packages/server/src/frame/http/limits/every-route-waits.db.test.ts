import { allEndpoints } from '@goodword/contract/all-endpoints'
import { describe, expect, test } from 'vitest'
import { replaceProgram } from '../../../administration/programs/replace-program.ts'
import { createTenant } from '../../../administration/tenants/create-tenant.ts'
import { createLogger } from '../../../engine/logging/logger.ts'
import { createServiceApp } from '../../../routes/service-app.ts'
import { withPage } from '../../../testing/mail/page-links.ts'
import { testContext } from '../../../testing/test-context.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { basic, LANDING_PAGE } from '../../../testing/test-service.ts'
import { START } from '../../../testing/test-tenant.ts'
import { findEnabledTenant } from '../../tenants/find-caller.ts'
import { FairTurns, type Payers } from './fair-turns.ts'

const STRANGER = '192.0.2.1'
const OTHER = '203.0.113.2'

const { owner, service } = await createTestDatabase()
const clock = { now: () => START }
const operator = testContext(owner, clock)
const { live } = await createTenant(operator, { alias: 'acme', landingPage: LANDING_PAGE })
const { live: other } = await createTenant(operator, { alias: 'other', landingPage: LANDING_PAGE })
const time = { ms: 0 }
const stopwatch = { now: () => time.ms }
const turns = new FairTurns({ stopwatch, utilization: () => 1, maxWaitingOfPayer: 0 })
const logged: string[] = []
const app = createServiceApp(testContext(service, clock), {
  logger: createLogger('warn', { write: (line) => void logged.push(line) }),
  isWorker: false,
  rateLimits: { live: 1e6, test: 1e6, browser: 1e6, clicksPerMinute: 1e6 },
  turns,
  ready: async () => ({}),
  runCustomer: async () => 'NOT_FINISHED',
  metrics: { contentType: 'text/plain', text: async () => '' },
})
await app.ready()
// A request waits only for a caller with less debt.
const calm = [{ name: 'calm', share: 0.1 }] as const
turns.charge(calm, 1)
for (let looks = 0; looks < 20; looks += 1) turns.look()

/** All debts of before are paid off. */
function payOff(): void {
  time.ms += 60_000
  turns.charge(calm, 1)
  turns.look()
}

async function merchantOf(alias: string): Promise<Payers> {
  const tenant = await findEnabledTenant(operator, alias)
  return [{ name: tenant?.merchantId ?? '', share: 0.1 }]
}

const PROBES = ['/livez', '/readyz', '/metrics']
const routes = app.knownPaths
  .all()
  .filter(({ url }) => !PROBES.includes(url))
  .flatMap(({ url, methods }) => methods.map((method) => [`${method} ${url}`, method, url] as const))

function ask(method: string, url: string, remoteAddress: string, headers: Record<string, string> = {}) {
  const path = url.replace(':tenantAlias', live.alias).replaceAll(/:\w+/g, 'EXAMPLE1').replace('*', 'x')
  // The injector's type lists the common methods only, and these are.
  return app.inject({ method: method as 'GET', url: path, remoteAddress, headers })
}

describe('a busy process', () => {
  test.each(routes)('%s is not served to a stranger who has used up their share', async (_, method, url) => {
    turns.charge([{ name: STRANGER, share: 0.01 }], 1000)
    const { statusCode, headers } = await ask(method, url, STRANGER)
    expect([statusCode, headers['retry-after']]).toEqual([429, '5'])
  })

  test.each(PROBES)('%s is served to anybody', async (url) => {
    turns.charge([{ name: '127.0.0.1', share: 0.01 }], 1000)
    expect((await ask('GET', url, '127.0.0.1')).statusCode).toBe(200)
  })

  test('each operation with a key is charged to its merchant, and never waits for the debt of another merchant', async () => {
    const withKey = (apiKey: string) => ({ authorization: basic(`${apiKey}:`) })
    const keyed = allEndpoints.filter((it) => it.scope !== null && it.upload === undefined)
    const urlOf = (path: string) => `/api/v1/:tenantAlias${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    turns.charge(await merchantOf(live.alias), 10_000)
    for (const { method, path, name } of keyed) {
      const { statusCode } = await ask(method, urlOf(path), OTHER, withKey(live.apiKey))
      expect([name, [403, 429].includes(statusCode)]).toEqual([name, true])
    }
    payOff()
    turns.charge(await merchantOf(live.alias), 10_000)
    const url = `/api/v1/${other.alias}/account/a`
    const answer = await app.inject({ url, remoteAddress: OTHER, headers: withKey(other.apiKey) })
    expect(answer.statusCode).toBe(404)
    const [{ name }] = await merchantOf(other.alias)
    // Of the smallest share any use is a debt.
    expect(turns.owedMs([{ name, share: 1e-9 }])).toBeGreaterThan(0)
  })

  test('many requests at once are charged before they are answered', async () => {
    payOff()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('GET', '/api/v1/:tenantAlias/open/code/NOBODY', '198.51.100.9')),
    )
    const statuses = answers.map((it) => it.statusCode)
    expect([...new Set(statuses)].sort()).toEqual([404, 429])
  })

  test('an e-mail that a stranger asks for is charged to their address', async () => {
    payOff()
    await replaceProgram(operator, live.alias, { landingPage: LANDING_PAGE, ...withPage }, null)
    const client = '198.51.100.20'
    const payload = { email: 'ann@example.com' }
    const url = `/api/v1/${live.alias}/open/page/sign-in`
    const answer = await app.inject({ method: 'POST', url, remoteAddress: client, payload })
    expect(answer.statusCode).toBe(202)
    // An address may use 4 ms in 400 without a debt, and pays off 10 ms in a second.
    expect(turns.owedMs([{ name: client, share: 0.01 }])).toBeGreaterThanOrEqual(20 / 0.01 - 400)
  })

  test('the log names the callers that had to wait, strangers by their network, and says what to do about a proxy that is not trusted', async () => {
    const forwarding = '2001:db8:1:2:3::4'
    turns.charge([{ name: '2001:db8:1:2::/64', share: 0.01 }], 1000)
    await ask('GET', '/docs', forwarding, { 'x-forwarded-for': '192.0.2.77' })
    const callers = () => logged.flatMap((it) => JSON.parse(it).callers ?? [])
    await expect.poll(callers).toContainEqual({
      caller: '2001:db8:1::/48',
      requests: 1,
      hint: expect.stringContaining('TRUSTED_PROXIES'),
    })
    const ofStranger = callers().filter(({ caller }) => caller === '192.0.2.0/24')
    expect(ofStranger.reduce((sum, { requests }) => sum + requests, 0)).toBe(routes.length)
    expect(logged.join('')).not.toContain(STRANGER)
  })
})
