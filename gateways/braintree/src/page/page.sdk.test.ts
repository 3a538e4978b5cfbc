import { moveClock, moveUnderWay } from '@goodword/sandbox/control/move-clock'
import { clockPanel } from '@goodword/sandbox/page/clock-panel'
import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { journalOf } from '@goodword/sandbox/testing/journal-of'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { goalOf, type Journey } from '../control/journey.ts'
import { startSandbox } from '../start.ts'
import { exampleMerchant } from '../testing/example-merchant.ts'
import { sdkFor } from '../testing/given-merchant.ts'
import { steps } from './pages.ts'

const listener = await givenListener()
const merchant = exampleMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(async () => {
  await sandbox.close()
  await listener.close()
})

beforeEach(() => post('/snapshots/reset', {}))

test('the page leads to the ledger of a merchant, which shows its subscriptions and its clock', async () => {
  const text = await (await fetch(sandbox.url)).text()
  expect(text).toContain('2026-03-15 09:00')
  for (const id of merchant.subscriptions.keys()) expect(text).toContain(id)
})

test.each([
  ['/subscriptions/ada_team', 'Referral Discount'],
  ['/transactions', 'processor declined'],
  ['/webhooks', 'http://127.0.0.1:4000/braintree'],
  ['/setup', 'acme_private'],
  ['/faults', 'GET /plans'],
  ['/snapshots', 'There are no snapshots.'],
])('%s is a page that may run no script but its own', async (path, text) => {
  const answer = await fetch(`${sandbox.url}/ledger/acme${path}`)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await answer.text()
  expect(page).toContain(text)
  expect(page).not.toMatch(/<script(?! src)|\son\w+=|\sstyle=/)
})

test.each(['hour', 'day', 'week', 'month', 'due', 'cycle', 'year'])(
  'the button of the page moves time by %s',
  async (by) => {
    const before = merchant.clock.at
    await post('/clock', { by })
    expect(merchant.clock.at).toBeGreaterThan(before)
  },
)

test('a form leads to a moment, and back to the page it was on', async () => {
  const answer = await post('/clock', { by: 'to', to: '2026-04-01T10:30' }, '/ledger/acme/transactions')
  expect(answer.headers.get('location')).toBe('/ledger/acme/transactions')
  expect(merchant.clock.at).toBe(Date.UTC(2026, 3, 1, 10, 30))
})

test('what cannot be done is said on the page, with what was typed', async () => {
  const past = await post('/clock', { by: 'to', to: '2020-01-01T00:00' })
  expect(past.status).toBe(400)
  expect(await past.text()).toContain('time does not go back')
  const rule = await post('/faults', { kind: 'delay', path: '/some/path', from: '1', probability: '1' })
  expect(rule.status).toBe(400)
  const text = await rule.text()
  expect(text).toContain('a delay needs ms')
  expect(text).toContain('value="/some/path"')
})

test('a page that is loaded during a move shows how far it is, and afterwards the buttons again', async () => {
  const shown: string[] = []
  const { gateway } = sandbox
  await moveClock({ gateway, changed: () => {} }, merchant, ahead({ days: 70 }), {
    onProgress: () => shown.push(clockPanel(gateway, merchant, steps).text),
  })
  const during = shown.slice(1, -1)
  expect(during.length).toBeGreaterThan(0)
  for (const panel of during) {
    expect(panel).toMatch(/The clock moves to <time datetime="[^"]+">2026-05-24 09:00/)
    expect(panel).toMatch(/<progress max="1" value="0[.]\d+"/)
    expect(panel).not.toContain('<button')
  }
  const page = await (await fetch(`${sandbox.url}/ledger/acme`)).text()
  expect(page).toContain('The clock stands')
  expect(page).not.toContain('id="moving"')
  // A move that is refused has changed nothing of this.
  await expect(
    moveClock({ gateway, changed: () => {} }, merchant, ahead({ to: '2020-01-01T00:00:00Z' })),
  ).rejects.toThrow()
  expect(moveUnderWay(merchant)).toBeNull()
})

test('a move that stopped on the way says why when the page is loaded again, until another one arrives', async () => {
  const listener = await givenListener((_received, response) => {
    response.setHeader('retry-after', 0)
    response.writeHead(503).end(JSON.stringify({ message: 'The books are being counted.' }))
  })
  merchant.barrier = listener.url
  // While requests fail, time does not wait for listeners.
  const { faults } = merchant
  merchant.faults = []
  const shown: string[] = []
  const move = moveClock({ gateway: sandbox.gateway, changed: () => {} }, merchant, ahead({ days: 1 }), {
    onProgress: () => shown.push(clockPanel(sandbox.gateway, merchant, steps).text),
  })
  await expect(move).rejects.toThrow('The books are being counted')
  expect(shown.at(-1)).toContain('The listener is waited for: The books are being counted')
  const page = async () => await (await fetch(`${sandbox.url}/ledger/acme`)).text()
  expect(await page()).toContain('The last move stopped on the way.')
  merchant.barrier = null
  merchant.faults = faults
  await listener.close()
  await post('/clock', { by: 'day' })
  expect(await page()).not.toContain('The last move stopped')
})

test('a rule is added by its form, works and is removed', async () => {
  await post('/faults', {
    kind: 'status',
    status: '500',
    method: 'GET',
    path: '/discounts',
    from: '1',
    times: '',
    ms: '',
  })
  await expect(sdkFor(sandbox, merchant).discount.all()).rejects.toMatchObject({ type: 'serverError' })
  const [, rule] = merchant.faults
  await post(`/faults/${rule?.id}/remove`, {})
  expect(merchant.faults).toHaveLength(1)
})

test('a webhook is shown with its XML and sent again', async () => {
  await post('/destinations/billing/remove', {})
  await post('/destinations', { url: listener.url })
  await post(`/destinations/${merchant.destinations[0]?.id}/check`, {})
  await post('/clock', { by: 'cycle' })
  const notification = journalOf(merchant).find(({ kind }) => kind !== 'check')
  const path = `/webhooks/${notification?.id}`
  const text = await (await fetch(`${sandbox.url}/ledger/acme${path}`)).text()
  expect(text).toContain('&lt;subscription&gt;')
  await post(`${path}/resend`, {})
  expect(notification?.attempts).toHaveLength(2)
})

test('what a merchant creates in the Control Panel is created and removed by forms', async () => {
  await post('/custom-fields', { name: 'referral_coupon' })
  await post('/custom-fields', { name: 'colour' })
  await post('/discounts', { id: 'spring', name: 'Spring', amount: '2.50' })
  const { discounts, customFields } = merchant
  expect(discounts.get('spring')).toMatchObject({ kind: 'discount', amount: 250, name: 'Spring' })
  expect(customFields.filter(({ name }) => name === 'referral_coupon')).toHaveLength(1)
  expect(customFields.map(({ name }) => name)).toContain('colour')
  const wrong = await post('/discounts', { id: 'free', name: '', amount: 'free' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('amount must be money')
  await post('/custom-fields/colour/remove', {})
  await post('/discounts/spring/remove', {})
  expect(merchant.discounts.has('spring')).toBe(false)
  expect(merchant.customFields.map(({ name }) => name)).not.toContain('colour')
  await post('/barrier', { url: listener.url })
  expect(merchant.barrier).toBe(listener.url)
  await post('/barrier', { url: '' })
  expect(merchant.barrier).toBe(null)
})

test('a snapshot is taken, gone back to and removed', async () => {
  await post('/snapshots', { name: 'before it' })
  await post('/clock', { by: 'month' })
  await post('/snapshots/restore', { name: 'before it' })
  expect(merchant.clock.at).toBe(Date.UTC(2026, 2, 15, 9))
  await post('/snapshots/remove', { name: 'before it' })
  expect(await (await fetch(`${sandbox.url}/ledger/acme/snapshots`)).text()).toContain(
    'There are no snapshots.',
  )
})

test('names of customers and plans are escaped on the page', async () => {
  const subscription = merchant.subscriptions.get('ada_team')
  if (subscription !== undefined) subscription.planId = '<b>bold</b>'
  expect(await (await fetch(`${sandbox.url}/ledger/acme`)).text()).toContain('&lt;b&gt;bold&lt;/b&gt;')
})

test('a form of another origin does nothing', async () => {
  const answer = await fetch(`${sandbox.url}/ledger/acme/clock`, {
    method: 'POST',
    headers: { origin: 'http://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'by=day',
  })
  expect(answer.status).toBe(403)
  expect(merchant.clock.at).toBe(Date.UTC(2026, 2, 15, 9))
})

function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  from = '/ledger/acme',
): Promise<Response> {
  return fetch(`${sandbox.url}/ledger/acme${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: sandbox.url, referer: `${sandbox.url}${from}` },
    body: new URLSearchParams(fields),
  })
}

function ahead(journey: Journey) {
  return () => goalOf(sandbox.gateway, merchant, journey)
}
