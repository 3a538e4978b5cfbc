import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl, type Tenant } from '../testing/goodword.ts'
import { afterLanding, nextEvent, push, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const DAY_SECONDS = 86_400

const browser = await launchBrowser()
// A site whose pages load the script for the programs in their address.
const site = await openSite(({ url }) => {
  const { searchParams } = new URL(url, 'http://shop.test')
  const [, alias = ''] = /^\/(\w+)/.exec(url) ?? []
  const user = searchParams.get('user')
  const identity = user === null ? {} : { account_id: user, user_id: `${user}_1` }
  return shopPage({
    commands: [alias, ...searchParams.getAll('also')].map((it) => [
      'init',
      { tenant_alias: it, ...identity },
    ]),
  })
})

/** A program whose share links lead to a page on a host of the site, and two people who share. */
async function openShop(host = 'www.friends.test', settings = {}) {
  const landing = `${site.at(host)}/`
  const { live } = await createProgram(landing)
  const { alias } = live
  await live.program({ landingPage: `${landing}${alias}`, ...settings })
  const [alice, zoe] = [await live.user('alice'), await live.user('zoe')]
  const page = (query = '', at = host) => `${site.at(at)}/${alias}${query}`
  return { live, alias, alice, zoe, page, link: (code: string) => `${goodwordUrl()}/r/${alias}/${code}` }
}

/** The tracking cookies of a browser, as their origin sees them. */
async function tracked(context: BrowserContext) {
  const all = await context.cookies()
  return all.filter(({ name }) => name.startsWith('_gw_'))
}

/** Follows a link of the page that is shown. */
async function goOn(page: Page, address: string): Promise<void> {
  await Promise.all([page.waitForURL(address), page.evaluate((to) => location.assign(to), address)])
}

async function signedUp(page: Page, live: Tenant, address: string, account: string) {
  await page.goto(address)
  await nextEvent(page, 'identified')
  return live.referral(account)
}

test('a share link is remembered on every page of the domain, and attributes at sign-up', async () => {
  const { live, alias, alice, page: at, link } = await openShop()
  const { page, context, faults } = await openVisitor(browser)
  await page.goto(link(alice))
  await expect.poll(() => tracked(context)).toHaveLength(1)
  const [cookie] = await tracked(context)
  expect(cookie).toMatchObject({
    name: `_gw_${alias}`,
    domain: '.friends.test',
    path: '/',
    sameSite: 'Lax',
    secure: false,
    httpOnly: false,
  })
  const [, code, issued] = /^(\w+)\.(\d+)$/.exec(cookie?.value ?? '') ?? []
  expect(code).toBe(alice)
  expect(Math.round((cookie?.expires ?? 0) - Number(issued)) / DAY_SECONDS).toBeCloseTo(90, 2)
  expect(await signedUp(page, live, at('?user=bob', 'app.friends.test'), 'bob')).toMatchObject({
    referralCodeUsed: alice,
    status: 'IN_PROGRESS',
  })
  expect(faults).toEqual([])
})

test.each([
  ['shop.friends.co.uk', '.friends.co.uk'],
  ['friends.github.io', '.friends.github.io'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
])('on %s, the cookie belongs to %s', async (host, domain) => {
  const { alice, link } = await openShop(host)
  const { page, context } = await openVisitor(browser)
  await page.goto(link(alice))
  await expect.poll(async () => (await tracked(context)).map((it) => it.domain)).toEqual([domain])
})

test('the cookie travels encrypted only on https', async () => {
  const { alias, alice } = await openShop()
  const { page, context } = await openVisitor(browser)
  // Stands for the TLS proxies of the shop and of the service.
  const tag = '<script async src="https://goodword.test/s/v1/goodword.js"></script>'
  const body = shopPage({ tag, commands: [['init', { tenant_alias: alias }]] })
  await context.route('https://friends.test/**', (route) => route.fulfill({ contentType: 'text/html', body }))
  await context.route('https://goodword.test/**', async (route) => {
    const url = route.request().url().replace('https://goodword.test', goodwordUrl())
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`https://friends.test/?refCode=${alice}`)
  await expect.poll(() => tracked(context)).toMatchObject([{ domain: '.friends.test', secure: true }])
})

test('the latest share link wins, and the same one on the same day changes nothing', async () => {
  const { alice, zoe, link, alias } = await openShop()
  const { page, context } = await openVisitor(browser)
  const codes = async () => (await tracked(context)).map(({ value }) => value.split('.')[0])
  await page.goto(link(alice))
  await expect.poll(codes).toEqual([alice])
  await page.goto(link(zoe))
  await expect.poll(codes).toEqual([zoe])
  // As a server may have set it, an hour ago; two days ago it is old enough to be renewed.
  const ago = (seconds: number) => `${alice}.${Math.floor(Date.now() / 1000) - seconds}`
  for (const [seconds, isKept] of [
    [3600, true],
    [2 * DAY_SECONDS, false],
  ] as const) {
    const value = ago(seconds)
    await context.addCookies([{ name: `_gw_${alias}`, value, domain: '.friends.test', path: '/' }])
    await afterLanding(page, () => page.goto(link(alice)))
    expect((await tracked(context))[0]?.value === value).toBe(isKept)
  }
})

test('the cookie that was issued later counts, independent of the browser’s clock', async () => {
  const { live, alias, alice, zoe, page: at } = await openShop()
  const { page, context } = await openVisitor(browser)
  await page.clock.setFixedTime(new Date('2001-01-01'))
  await context.addCookies([
    { name: `_gw_${alias}`, value: `${zoe}.2000000000`, domain: '.friends.test', path: '/' },
    { name: `_gw_${alias}`, value: `${alice}.1999999999`, domain: 'www.friends.test', path: '/' },
  ])
  expect(await signedUp(page, live, at('?user=bob'), 'bob')).toMatchObject({ referralCodeUsed: zoe })
})

test('a cookie that holds anything else is none', async () => {
  const { live, alias, page: at } = await openShop()
  const values = [
    '',
    'x',
    '%00',
    'A',
    `${'A'.repeat(65)}.1`,
    'ALICE',
    'ALICE.',
    '.1',
    'ALICE.1e9',
    '<b>.1',
    'ALICE.-1',
  ]
  const { page, context, requests, faults } = await openVisitor(browser)
  for (const [index, value] of values.entries()) {
    await context.addCookies([{ name: `_gw_${alias}`, value, domain: '.friends.test', path: '/' }])
    await signedUp(page, live, at(`?user=bob${index}`), `bob${index}`)
  }
  const nextEvent = requests.filter((it) => it.url().endsWith('/identify')).map((it) => it.postDataJSON())
  expect(nextEvent).toEqual(
    values.map((_, index) => ({ account_id: `bob${index}`, user_id: `bob${index}_1` })),
  )
  expect(faults).toEqual([])
})

test('a code that the program does not have is not remembered, and replaces none', async () => {
  const { alice, link, page: at } = await openShop()
  const { page, context } = await openVisitor(browser)
  await page.goto(link(alice))
  await expect.poll(() => tracked(context)).toHaveLength(1)
  const before = await tracked(context)
  const answer = await afterLanding(page, () => page.goto(at('?refCode=NOBODYS')))
  expect(answer.status()).toBe(404)
  await push(page, 'consent', true)
  expect(await tracked(context)).toEqual(before)
})

test('an address that was tidied up before the script came is known all the same', async () => {
  const { alias, alice } = await openShop()
  const tidied = await openSite({
    '/': shopPage({
      body: '<script>history.replaceState(null, "", "/welcome")</script>',
      commands: [['init', { tenant_alias: alias }]],
    }),
  })
  const { page, context } = await openVisitor(browser)
  await page.goto(`${tidied.origin}/?refCode=${alice}`)
  await expect.poll(() => tracked(context)).toHaveLength(1)
})

test('a visitor who goes on before the service has answered is attributed on the next page, and remembered', async () => {
  const { live, alice, link, page: at } = await openShop()
  const { page, context } = await openVisitor(browser)
  await context.route('**/open/code/*/cookie', () => undefined, { times: 1 })
  await page.goto(link(alice))
  await scriptIsThere(page)
  expect(await context.cookies()).toEqual([])
  await afterLanding(page, () => goOn(page, at('?user=bob')))
  await nextEvent(page, 'identified')
  expect(await live.referral('bob')).toMatchObject({ referralCodeUsed: alice })
  expect(await tracked(context)).toHaveLength(1)
})

test('a code in the address of a referring page is ignored', async () => {
  const { live, alice, page: at } = await openShop()
  const elsewhere = await openSite({ '/': '<!doctype html><meta name="referrer" content="unsafe-url">' })
  const { page, context, requests } = await openVisitor(browser)
  await page.goto(`${elsewhere.at('elsewhere.test')}/?refCode=${alice}`)
  await goOn(page, at('?user=bob'))
  await nextEvent(page, 'identified')
  expect(await page.evaluate(() => document.referrer)).toContain(`refCode=${alice}`)
  expect(await live.referral('bob')).toEqual({})
  expect(requests.filter((it) => it.url().includes('/open/code/'))).toEqual([])
  expect(await context.cookies()).toEqual([])
})

test('two programs on a page remember their own codes', async () => {
  const [one, other] = [await openShop(), await openShop()]
  const { page, context } = await openVisitor(browser)
  for (const { page: at, alice, alias } of [
    { ...one, alias: other.alias },
    { ...other, alias: one.alias },
  ]) {
    await page.goto(at(`?refCode=${alice}&also=${alias}`))
    await expect.poll(async () => JSON.stringify(await tracked(context))).toContain(`"${alice}.`)
  }
  const values = (await tracked(context)).map(({ name, value }) => [name, value.split('.')[0]])
  expect(Object.fromEntries(values)).toEqual({
    [`_gw_${one.alias}`]: one.alice,
    [`_gw_${other.alias}`]: other.alice,
  })
})

test('required consent is waited for, and its withdrawal deletes all that was kept for this program alone', async () => {
  const {
    live,
    alias,
    alice,
    link,
    page: at,
  } = await openShop('www.friends.test', {
    consentMode: 'required',
  })
  const { page, context } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(link(alice)))
  // Before any answer, since a refusal deletes what was stored.
  expect(await context.cookies()).toEqual([])
  for (const answer of ['denied', undefined, 'perhaps', null, false]) {
    await push(page, 'consent', answer)
    expect(await context.cookies()).toEqual([])
  }
  await push(page, 'consent', true)
  await expect.poll(() => tracked(context)).toHaveLength(1)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await page.goto(at())
  await scriptIsThere(page)
  expect(await tracked(context)).toHaveLength(1)
  // The cookie of a closed greeting, and that of another program.
  const beside = [`_gw_${alias}-closed`, `_gw_${alias}2`]
  await context.addCookies(
    beside.map((name) => ({ name, value: `${alice}.1`, domain: 'www.friends.test', path: '/' })),
  )
  await push(page, 'consent', false)
  expect((await context.cookies()).map(({ name }) => name)).toEqual([`_gw_${alias}2`])
  expect(await signedUp(page, live, at('?user=bob'), 'bob')).toEqual({})
})

test('a yes on the page after the one of the link is in time', async () => {
  const { alice, link, page: at } = await openShop('www.friends.test', { consentMode: 'required' })
  const { page, context } = await openVisitor(browser)
  // The end of a response that arrives while its page is left may never be reported.
  await afterLanding(page, () => page.goto(link(alice)))
  await afterLanding(page, () => goOn(page, at()))
  expect(await context.cookies()).toEqual([])
  await push(page, 'consent', true)
  await expect.poll(() => tracked(context)).toHaveLength(1)
})

test('a visitor who refuses consent is not remembered by a program that does not ask', async () => {
  const { alice, link } = await openShop()
  const { page, context } = await openVisitor(browser)
  await page.addInitScript(() => {
    Reflect.set(window, '_gw', [['consent', false]])
  })
  await afterLanding(page, () => page.goto(link(alice)))
  expect(await context.cookies()).toEqual([])
})

test('a program without cookies stores nothing, and attributes on the page of the link and on the next', async () => {
  const { live, alias, alice, page: at } = await openShop('www.friends.test', { consentMode: 'cookieless' })
  const { page, context } = await openVisitor(browser)
  await context.addCookies([{ name: `_gw_${alias}`, value: 'OLDONE.17', domain: '.friends.test', path: '/' }])
  expect(await signedUp(page, live, at(`?refCode=${alice}&user=bob`), 'bob')).toMatchObject({
    referralCodeUsed: alice,
  })
  await push(page, 'consent', true)
  await expect.poll(() => context.cookies()).toEqual([])
  await goOn(page, at('?user=carol'))
  await nextEvent(page, 'identified')
  expect(await live.referral('carol')).toMatchObject({ referralCodeUsed: alice })
  expect(await context.cookies()).toEqual([])
})
