import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { nextEvent, type Pushed, shopPage } from '../testing/shop-page.ts'
import { openVisitor, stopClock } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
let commands: readonly Pushed[] = []
const site = await openSite({
  get '/'() {
    return shopPage({ commands })
  },
  '/next': '<!doctype html><title>Next</title>',
})
const { live: shop } = await createProgram(site.origin)
const code = await shop.user('alice', { firstName: 'Alice' })

/** Opens a page with this identification, and waits for the script's event. */
async function visit(fields: Readonly<Record<string, unknown>>, event = 'identified') {
  commands = [['init', { tenant_alias: shop.alias, ...fields }]]
  const visitor = await openVisitor(browser)
  await visitor.page.goto(site.origin)
  return { ...visitor, answer: await nextEvent(visitor.page, event) }
}

test('a code that was typed in at sign-up attributes, and PAID converts', async () => {
  const bob = { account_id: 'bob', user_id: 'bob_1', first_name: 'Bob', email: 'bob@example.com' }
  const { answer, faults } = await visit({ ...bob, referral_code: code.toLowerCase() })
  expect(answer).toMatchObject({ accountId: 'bob', userId: 'bob_1', shareLinks: {} })
  expect(await shop.referral('bob')).toMatchObject({ referralCodeUsed: code, status: 'IN_PROGRESS' })
  await visit({ ...bob, account_status: 'PAID' })
  expect(await shop.referral('bob')).toMatchObject({ status: 'CONVERTED', referrerReward: {} })
  expect(faults).toEqual([])
})

test('the first code wins', async () => {
  const other = await shop.user('zoe')
  const dan = { account_id: 'dan', user_id: 'dan_1' }
  await visit({ ...dan, referral_code: code })
  await visit({ ...dan, referral_code: other })
  expect(await shop.referral('dan')).toMatchObject({ referralCodeUsed: code })
})

test('a user who paid without a code stays without one', async () => {
  const eve = { account_id: 'eve', user_id: 'eve_1' }
  await visit({ ...eve, account_status: 'PAID' })
  await visit({ ...eve, referral_code: code })
  expect(await shop.referral('eve')).toEqual({})
})

test('a customer without an id at the payment processor is a customer like any other', async () => {
  const { faults } = await visit({ account_id: 'fay', user_id: 'fay_1', payment_provider_id: null })
  expect(await shop.requestOk('GET', '/account/fay')).toMatchObject({ id: 'fay', paymentProviderId: null })
  expect(faults).toEqual([])
})

test.each([
  [{ account_id: 'gus' }, 'init needs user_id', []],
  [{ account_id: 'gus', user_id: 'gus_1', tenant_alias: '' }, 'init needs tenant_alias', []],
  [{ account_id: 5, user_id: 'gus_1' }, 'account_id', ['400']],
] as const)('%j is refused: the console and the page get the reason', async (fields, reason, statuses) => {
  const { answer, warnings, faults, requests } = await visit(fields, 'failed')
  expect(answer).toContain(reason)
  expect(warnings.join()).toContain(reason)
  // The browser itself notes an answer that is none.
  expect(faults.map((it) => /status of (\d+)/.exec(it)?.[1])).toEqual(statuses)
  expect(requests.filter((it) => it.url().includes('/open/'))).toHaveLength(statuses.length)
  expect((await shop.request('GET', '/account/gus')).status).toBe(404)
})

test('an unsigned call carries no credentials: no header and no cookie', async () => {
  commands = [['init', { tenant_alias: shop.alias, account_id: 'hal', user_id: 'hal_1' }]]
  const { page, context, requests } = await openVisitor(browser)
  await context.addCookies([{ name: 'session', value: 'secret', url: goodwordUrl() }])
  await page.goto(`${site.origin}/?refCode=${code}`)
  await nextEvent(page, 'identified')
  const sent = requests.filter((it) => it.url().startsWith(`${goodwordUrl()}/api/`))
  expect(sent.map((it) => new URL(it.url()).pathname.replace(/^.*\/open/, '')).toSorted()).toEqual([
    `/code/${code}/cookie`,
    '/identify',
  ])
  for (const request of sent) {
    expect(Object.keys(await request.allHeaders())).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:authorization|cookie)$/)]),
    )
  }
  await expect.poll(() => shop.referral('hal')).toMatchObject({ referralCodeUsed: code })
})

test('a visitor who leaves the page at once is identified all the same', async () => {
  commands = []
  const { page } = await openVisitor(browser)
  await page.goto(site.origin)
  await page.waitForFunction(() => Reflect.get(window, '_gw').push.goodword)
  await page.evaluate(
    ([alias, next]) => {
      Reflect.get(window, '_gw').push(['init', { tenant_alias: alias, account_id: 'ida', user_id: 'ida_1' }])
      location.assign(`${next}`)
    },
    [shop.alias, `${site.origin}/next`],
  )
  await page.waitForURL('**/next')
  await expect.poll(async () => (await shop.request('GET', '/account/ida')).status).toBe(200)
})

test('a service that is away is asked again, and when the page is left once more', async () => {
  commands = [['init', { tenant_alias: shop.alias, account_id: 'joe', user_id: 'joe_1' }]]
  const { page, context } = await openVisitor(browser)
  let tries = 0
  await context.route('**/open/identify', (route) => {
    tries += 1
    return route.abort()
  })
  // The second pause must not end in the time that is let pass for the first.
  await page.addInitScript(() => {
    Math.random = () => 0.9
  })
  await stopClock(page)
  // The page waits for another try from when it knows that this one failed.
  const failed = () => page.waitForEvent('requestfailed', (it) => it.url().endsWith('/identify'))
  await Promise.all([failed(), page.goto(site.origin)])
  expect(tries).toBe(1)
  await Promise.all([failed(), page.clock.runFor(2000)])
  expect(tries).toBe(2)
  // Requests that a page sends while it unloads are not intercepted: they could not be continued after that.
  await context.unroute('**/open/identify')
  // The page's clock is stopped: only leaving the page can cause the third.
  await page.goto(`${site.origin}/next`)
  await expect.poll(async () => (await shop.request('GET', '/account/joe')).status).toBe(200)
})
