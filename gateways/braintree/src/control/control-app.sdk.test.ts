import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../start.ts'
import { exampleMerchant } from '../testing/example-merchant.ts'
import { sdkFor } from '../testing/given-merchant.ts'

const listener = await givenListener(({ url }, response) => {
  response.statusCode = url === '/refuse' ? 500 : 200
  response.end()
})
const merchant = exampleMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const sdk = sdkFor(sandbox, merchant)
afterAll(async () => {
  await sandbox.close()
  await listener.close()
})

beforeEach(() => callControl('POST', '/reset'))

const SUBSCRIPTION_XML = '<id>ada_team</id>'

test('time is moved to a moment, by days, by cycles and to what is due next', async () => {
  expect(await callControl('POST', '/clock/advance', { to: '2026-03-16T00:00:00Z' })).toMatchObject({
    from: '2026-03-15T09:00:00.000Z',
    to: '2026-03-16T00:00:00.000Z',
  })
  expect(await callControl('POST', '/clock/advance', { hours: 12 })).toMatchObject({
    to: '2026-03-16T12:00:00.000Z',
  })
  expect(await callControl('POST', '/clock/advance', { days: 2 })).toMatchObject({
    to: '2026-03-18T12:00:00.000Z',
  })
  const cycles = { cycles: 2, subscriptionId: 'ada_team' }
  expect(await callControl('POST', '/clock/advance', cycles)).toMatchObject({
    to: '2026-05-15T06:00:00.000Z',
  })
  const { nextDue } = await callControl('GET', '/clock')
  expect(await callControl('POST', '/clock/advance', { nextDue: true })).toMatchObject({ to: nextDue })
  expect((await sdk.subscription.find('ada_team')).currentBillingCycle).toBe(7)
})

test('while the clock moves, progress is streamed line by line, and the result last', async () => {
  const answer = await request('POST', '/clock/advance?progress', { days: 60 })
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.slice(0, -1).every((line) => line.progress.share <= 1)).toBe(true)
  expect(lines.at(-1)).toMatchObject({ result: { to: '2026-05-14T09:00:00.000Z' } })
})

test('a clock is let run and stopped', async () => {
  expect(await callControl('PATCH', '/clock', { runs: true })).toMatchObject({ runs: true })
  expect(await callControl('PATCH', '/clock', { runs: false })).toMatchObject({ runs: false })
})

test('a destination is added, verified, tested and removed, and the journal lists the notifications', async () => {
  await callControl('DELETE', '/destinations/billing')
  await callControl('POST', '/destinations', { id: 'mine', url: `${listener.url}/hooks` })
  expect(await callControl('POST', '/destinations/mine/verify')).toMatchObject({ kind: 'refused' })
  await callControl('POST', '/destinations/mine/check')
  await callControl('POST', '/clock/advance', { cycles: 1, subscriptionId: 'ada_team' })
  const journal = await callControl('GET', '/notifications?subscriptionId=ada_team')
  expect(journal).toMatchObject({
    items: [{ kind: 'subscription_charged_successfully', status: 'delivered' }],
    next: null,
  })
  const { id } = (journal.items as { id: string }[])[0] ?? { id: '' }
  expect((await callControl('GET', `/notifications/${id}`)).xml).toContain(SUBSCRIPTION_XML)
  expect(await callControl('POST', `/notifications/${id}/resend`)).toMatchObject({
    status: 200,
    isManual: true,
  })
  expect(await callControl('GET', `/notifications/${id}`)).toMatchObject({
    attempts: [{}, { isManual: true }],
  })
  expect(await callControl('GET', '/notifications?kind=check&status=delivered')).toMatchObject({
    items: [{}],
  })
  expect(await callControl('DELETE', '/destinations/mine')).toMatchObject({ id: 'mine' })
})

test('the kinds of notification are listed, and the error of a wrong one has its position', async () => {
  const { items } = (await (await fetch(`${sandbox.url}/sandbox/notification-kinds`)).json()) as {
    readonly items: readonly string[]
  }
  expect(items).toContain('subscription_charged_successfully')
  const kinds = ['check', 'subscription_renewed']
  const add = async (wanted: unknown) => {
    const answer = await request('POST', '/destinations', { url: listener.url, kinds: wanted })
    return (await answer.json()) as { readonly error: unknown }
  }
  const allowed = items.map((kind) => `"${kind}"`).join(', ')
  expect((await add(kinds)).error).toEqual({
    code: 'INVALID',
    message: `kinds[1] must be one of ${allowed}.`,
  })
  expect((await add('check')).error).toMatchObject({
    message: 'kinds must be a list, or null for all kinds.',
  })
})

test('lists go on where the page before ended', async () => {
  const first = await callControl('GET', '/subscriptions?limit=4')
  const second = await callControl('GET', `/subscriptions?limit=4&before=${first.next}`)
  const ids = [first, second].flatMap(({ items }) => (items as { id: string }[]).map(({ id }) => id))
  expect(ids).toHaveLength(7)
  expect(new Set(ids).size).toBe(7)
  expect(second.next).toBeNull()
  expect(await callControl('GET', '/subscriptions?status=Past Due')).toMatchObject({
    items: [{ id: 'grace_unpaid' }],
  })
  expect(await callControl('GET', '/transactions?subscriptionId=ada_yearly')).toMatchObject({
    items: [{ amount: '490.00' }],
  })
})

test('fault rules are added, counted and removed', async () => {
  await callControl('DELETE', '/faults')
  await callControl('POST', '/faults', {
    method: 'GET',
    path: '/plans',
    times: 1,
    action: { kind: 'status', status: 503 },
  })
  await expect(sdk.plan.all()).rejects.toMatchObject({ type: 'serviceUnavailableError' })
  await expect(sdk.plan.all()).resolves.toBeDefined()
  expect(await callControl('GET', '/faults')).toMatchObject({ items: [{ seen: 2, hits: 1 }] })
  expect(await callControl('POST', '/faults/reset')).toMatchObject({ items: [{ seen: 0, hits: 0 }] })
  const { items } = await callControl('GET', '/faults')
  await callControl('DELETE', `/faults/${(items as { id: string }[])[0]?.id}`)
  expect(await callControl('GET', '/faults')).toEqual({ items: [] })
})

test('what only the Control Panel can do is done here, and the SDK sees it', async () => {
  await callControl('POST', '/discounts', { id: 'partner', amount: '3.00', numberOfBillingCycles: 6 })
  expect((await sdk.discount.all()).find(({ id }) => id === 'partner')).toMatchObject({ amount: '3.00' })
  await callControl('DELETE', '/discounts/partner')
  expect((await sdk.discount.all()).map(({ id }) => id)).not.toContain('partner')
  expect(await callControl('PATCH', '/settings', { duplicateCheckingSeconds: null })).toMatchObject({
    duplicateCheckingSeconds: null,
    proratesUpgrades: true,
  })
  await callControl('PUT', '/custom-fields', [{ name: 'tier' }])
  const { customer } = await sdk.customer.create({ customFields: { tier: 'gold' } })
  expect(customer.customFields).toEqual({ tier: 'gold' })
})

test('a snapshot brings everything back, the clock as well, and the SDK goes on from there', async () => {
  await callControl('PUT', '/snapshots/before')
  await callControl('POST', '/clock/advance', { days: 40 })
  await sdk.subscription.cancel('ada_team')
  await callControl('POST', '/snapshots/before/restore')
  expect(await sdk.subscription.find('ada_team')).toMatchObject({ status: 'Active', currentBillingCycle: 5 })
  expect(await callControl('GET', '/clock')).toMatchObject({ now: '2026-03-15T09:00:00.000Z' })
  await callControl('POST', '/clock/advance', { days: 40 })
  expect(await sdk.subscription.find('ada_team')).toMatchObject({ status: 'Active', currentBillingCycle: 6 })
  await callControl('DELETE', '/snapshots/before')
  expect(await callControl('GET', '/snapshots')).toEqual({ items: [] })
})

test('a merchant of a test’s own is made like one of the fixtures, used and removed', async () => {
  const keys = [{ publicKey: 'own_public', privateKey: 'own_private' }]
  const fixture = { id: 'own', keys, discounts: [{ id: 'd', amount: '1.00' }] }
  await fetch(`${sandbox.url}/sandbox/merchants`, { method: 'POST', body: JSON.stringify(fixture) })
  const own = sandbox.gateway.accounts.get('own')
  if (own === undefined) throw new Error('merchant not found after it was created')
  expect((await sdkFor(sandbox, own).discount.all()).map(({ id }) => id)).toEqual(['d'])
  await fetch(`${sandbox.url}/sandbox/merchants/own`, { method: 'DELETE' })
  await expect(sdkFor(sandbox, own).discount.all()).rejects.toMatchObject({ type: 'authenticationError' })
})

test.each([
  ['POST', '/clock/advance', {}, 400, 'Send one of to, days, hours, cycles'],
  ['POST', '/clock/advance', { days: 1, hours: 1 }, 400, 'Send one of to, days, hours, cycles'],
  ['POST', '/clock/advance', { weeks: 1 }, 400, 'the body has no "weeks". It has: to, days'],
  ['POST', '/clock/advance', { to: '2020-01-01T00:00:00Z' }, 400, 'time does not go back'],
  ['POST', '/clock/advance', { cycles: 1, subscriptionId: 'x' }, 404, 'There is no subscription x.'],
  [
    'POST',
    '/clock/advance',
    { cycles: 9, subscriptionId: 'grace_left' },
    409,
    'Nothing will be billed for 9 cycles',
  ],
  [
    'GET',
    '/notifications?colour=red',
    undefined,
    400,
    'Unknown query parameter "colour"; allowed: limit, before',
  ],
  ['GET', '/notifications?kind=red', undefined, 400, '"kind" must be one of check'],
  ['GET', '/transactions?limit=0', undefined, 400, '"limit" must be a whole number from 1 to 200.'],
  [
    'POST',
    '/destinations',
    { url: 'ftp://x' },
    400,
    'url must be a URL that starts with http:// or https://',
  ],
  ['POST', '/faults', { action: { kind: 'delay' } }, 400, 'a delay needs ms'],
  ['POST', '/snapshots/none/restore', undefined, 404, 'There is no snapshot none.'],
  ['PUT', '/snapshots/a%2Fb', undefined, 400, 'A snapshot’s name has'],
  ['GET', '/nothing', undefined, 404, 'There is no GET /sandbox/merchants/acme/nothing in the control API.'],
] as const)('%s %s with %o is refused with %i', async (method, path, body, status, message) => {
  const answer = await request(method, path, body)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({
    error: { code: expect.any(String), message: expect.stringContaining(message) },
  })
})

test('a barrier that rejects the advance is reported, and the clock stops there', async () => {
  await callControl('PUT', '/barrier', { url: `${listener.url}/refuse` })
  const answer = await request('POST', '/clock/advance', { days: 40 })
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ error: { code: 'BARRIER_FAILED' } })
  expect(await callControl('PUT', '/barrier', { url: null })).toEqual({ url: null })
})

test('pages of another origin are refused, at the control API and at the page', async () => {
  for (const path of ['/sandbox/merchants', '/ledger/acme']) {
    const answer = await fetch(`${sandbox.url}${path}`, { headers: { origin: 'http://evil.example' } })
    expect(answer.status).toBe(403)
  }
})

function request(method: string, path: string, body?: unknown): Promise<Response> {
  const text = body === undefined ? null : JSON.stringify(body)
  return fetch(`${sandbox.url}/sandbox/merchants/acme${path}`, { method, body: text })
}

async function callControl(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await request(method, path, body)
  const value = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(value)}`)
  return value as Record<string, unknown>
}
