import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../../engine/logging/logger.ts'
import { createServiceApp } from '../../routes/service-app.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { PROXY, startTestService } from '../../testing/test-service.ts'

const { ctx, live } = await startTestService()
const { email } = await addStaff(ctx, live, 'owner')

// However long the attempts take, none of what an address may send comes back meanwhile.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function newApp() {
  return createServiceApp(ctx, {
    logger: createLogger('silent'),
    isWorker: false,
    rateLimits: { live: 1000, test: 1000, browser: 50, clicksPerMinute: 1000 },
    trustedProxies: [PROXY],
    ready: async () => ({}),
    runCustomer: async () => 'NOT_FINISHED',
  })
}

test('wrong passwords are limited by account and address, and sessions that exist go on', async () => {
  const app = newApp()
  const session = await signedIn(app, email)
  const attempt = async (address: string, account = email, password = 'wrong password') => {
    const body = { email: account, password }
    const answer = await openBrowser(app, address).request('POST', '/portal/auth/sign-in/email', { body })
    return answer.status
  }
  const of = (count: number, status: number) => Array.from({ length: count }, () => status)
  const statuses = async (count: number, next: (index: number) => Promise<number>) => {
    const found: number[] = []
    for (let index = 0; index < count; index += 1) found.push(await next(index))
    return found
  }

  expect(await statuses(6, () => attempt('192.0.2.1'))).toEqual([...of(5, 401), 429])
  expect(await attempt('192.0.2.1', email, PASSWORD)).toBe(429)
  expect(await attempt('192.0.2.1', email.toUpperCase(), PASSWORD)).toBe(429)
  // Unknown accounts are limited alike.
  expect(await statuses(6, () => attempt('192.0.2.9', 'unknown@example.com'))).toEqual([...of(5, 401), 429])
  expect(await attempt('192.0.2.2', email, PASSWORD)).toBe(200)

  // However many addresses try, the right person is not locked out.
  expect(await statuses(25, (index) => attempt(`198.51.100.${index}`))).toEqual(of(25, 401))
  expect(await attempt('192.0.2.3', email, PASSWORD)).toBe(200)
  const toMany = await statuses(25, (index) => attempt('203.0.113.1', `person-${index}@example.com`))
  expect(toMany.at(-1)).toBe(429)
  expect((await session.request('GET', '/portal/session')).status).toBe(200)
  expect((await session.request('GET', `/api/v1/${live.alias}/program`)).status).toBe(200)
  await app.close()
})

test('a body that is longer than any form of the portal is 413, and its address is counted before it is read', async () => {
  const app = newApp()
  const post = (payload: string, address = '192.0.2.20') =>
    openBrowser(app, address).request('POST', '/portal/auth/sign-in/email', { body: payload })
  expect((await post(`{"email":"${'a'.repeat(16 * 1024)}"}`)).status).toBe(413)
  const malformed = await Promise.all(Array.from({ length: 400 }, () => post('{')))
  expect(new Set(malformed.map((it) => it.status))).toEqual(new Set([400, 429]))
  expect((await post('{', '192.0.2.21')).status).toBe(400)
  await app.close()
})
