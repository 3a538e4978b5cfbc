import { signToken } from '@goodword/server/testing/sign'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { nextEvent, push, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
let body = ''
let commands: readonly (readonly unknown[])[] = []
const site = await openSite({
  get '/'() {
    return shopPage({ body, commands })
  },
  '/invite': '<!doctype html><title>Invite</title>',
})
const { live: shop } = await createProgram(`${site.origin}/`)

const identityOf = (id: string) => ({ tenant_alias: shop.alias, account_id: id, user_id: `${id}_user` })
const signed = (id: string, claims = {}) => ({
  ...identityOf(id),
  jwt: signToken(shop.signingKey, {
    user: { accountId: id, id: `${id}_user` },
    iat: Math.floor(Date.now() / 1000),
    ...claims,
  }),
})
const both = '<button class="goodword-open">Share</button><div id="goodword"></div>'

async function open(page: { readonly body?: string; readonly commands?: readonly (readonly unknown[])[] }) {
  body = page.body ?? both
  commands = page.commands ?? []
  const visitor = await openVisitor(browser)
  await visitor.page.goto(site.origin)
  await scriptIsThere(visitor.page)
  return visitor
}

const embedded = (page: Page) => page.frameLocator('#goodword iframe')
const popup = (page: Page) => page.frameLocator('dialog iframe')

/** A referrer with a friend. */
async function referrer(id: string, friend: string): Promise<void> {
  const code = await shop.user(id)
  await shop.user(friend, { firstName: friend })
  await shop.sync(friend, { subscription: { status: 'TRIAL' }, referral: { code } })
}

describe('a logout', () => {
  test('a logout closes and empties the widget, and the next user starts anew', async () => {
    await referrer('ann', 'Zelda')
    const { page, faults } = await open({ commands: [['init', signed('ann')]] })
    await embedded(page).getByText('Zelda').waitFor()
    await nextEvent(page, 'identified')
    await page.click('.goodword-open')
    await popup(page).getByText('Zelda').waitFor()
    await push(page, 'logout')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.locator('iframe').count()).toBe(0)
    await push(page, 'open')
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
    await push(page, 'close')
    const received = page.evaluate(
      () =>
        new Promise((done) => {
          Reflect.get(window, '_gw').push(['subscribe', 'identified', done])
        }),
    )
    await push(page, 'init', signed('ben'))
    expect(await received).toMatchObject({ accountId: 'ben' })
    await embedded(page).getByText('No one has joined yet.').waitFor()
    expect(faults).toEqual([])
  })

  test('the same person after a logout is identified again', async () => {
    const { page, requests } = await open({ commands: [['init', signed('back')]] })
    await nextEvent(page, 'identified')
    await push(page, 'logout')
    await push(page, 'init', signed('back'))
    await nextEvent(page, 'identified')
    expect(requests.filter((it) => it.url().endsWith('/identify'))).toHaveLength(2)
    await embedded(page).getByLabel('Your link').waitFor()
  })

  test('a response after the logout is not published', async () => {
    const { page } = await open({})
    let answer = () => {}
    const held = new Promise<void>((go) => {
      answer = go
    })
    await page.route('**/open/identify', async (route) => {
      await held
      await route.continue()
    })
    const identified = page.waitForRequest('**/open/identify')
    await page.evaluate(() => {
      const received: unknown[] = []
      Reflect.set(window, 'received', received)
      Reflect.get(window, '_gw').push([
        'subscribe',
        'identified',
        (it: { accountId: string }) => received.push(it.accountId),
      ])
    })
    await push(page, 'init', identityOf('slow'))
    await identified
    await push(page, 'logout')
    const answered = page.waitForResponse('**/open/identify')
    answer()
    await (await answered).finished()
    await push(page, 'init', identityOf('quick'))
    await expect.poll(() => page.evaluate('received')).toEqual(['quick'])
  })
})

test('the same init again asks nothing, closes nothing and builds nothing anew', async () => {
  const init = ['init', identityOf('same')]
  const { page, requests, networkIsIdle } = await open({ commands: [init, init] })
  await embedded(page).getByLabel('Your link').waitFor()
  await page.click('.goodword-open')
  await popup(page).getByLabel('Your link').waitFor()
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) Reflect.set(frame, 'isFirst', true)
  })
  await networkIsIdle()
  const before = requests.length
  await push(page, ...init)
  await push(page, 'init', { ...identityOf('same') })
  await page.evaluate(() => fetch('/').then((it) => it.text()))
  expect(requests.slice(before).map((it) => new URL(it.url()).pathname)).toEqual(['/'])
  expect(requests.filter((it) => it.url().endsWith('/identify'))).toHaveLength(1)
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  expect(await page.locator('#goodword iframe').evaluate((it) => Reflect.get(it, 'isFirst'))).toBe(true)
})

test('an expired token is replaced without a new page', async () => {
  const renewed = signed('renewed')
  const subscribe = `_gw.push(['subscribe', 'token-needed', () => _gw.push(['init', ${JSON.stringify(renewed)}])])`
  const { page } = await open({
    body: `${both}<script>${subscribe}</script>`,
    commands: [['init', signed('renewed', { exp: 1_600_000_000 })]],
  })
  await embedded(page).getByRole('region', { name: 'Your referrals' }).waitFor()
  expect(await nextEvent(page, 'identified')).toMatchObject({ accountId: 'renewed' })
  expect(await page.locator('#goodword iframe').count()).toBe(1)
})

describe('a link that opens the widget', () => {
  const link = '<a class="goodword-open" href="/invite">Invite</a><div id="goodword"></div>'

  test('a link that opens the widget stays a plain link for an unknown visitor', async () => {
    const { page } = await open({ body: link, commands: [['init', { tenant_alias: shop.alias }]] })
    await page.click('.goodword-open')
    await page.waitForURL('**/invite')
  })

  test('a link opens the widget for a known user', async () => {
    const { page } = await open({ body: link, commands: [['init', identityOf('linked')]] })
    await page.click('.goodword-open')
    await popup(page).getByLabel('Your link').waitFor()
    expect(page.url()).toBe(`${site.origin}/`)
  })

  test('a link does not open the widget later, when a user signs in', async () => {
    const { page } = await open({ body: both })
    await page.click('.goodword-open')
    await push(page, 'init', identityOf('later'))
    await embedded(page).getByLabel('Your link').waitFor()
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
  })
})

test('one odd field does not refuse a person or their referral: it is left out, and the console says so', async () => {
  const code = await shop.user('alice')
  const odd = { email: 'no address', first_name: 'x'.repeat(300), referral_code: code }
  const { page, warnings } = await open({ commands: [['init', { ...identityOf('odd'), ...odd }]] })
  expect(await nextEvent(page, 'identified')).toMatchObject({ accountId: 'odd' })
  expect(await shop.referral('odd')).toMatchObject({ referralCodeUsed: code })
  expect(await shop.requestOk('GET', '/account/odd/user/odd_user')).toMatchObject({
    email: null,
    firstName: null,
  })
  expect(warnings.join('\n')).toMatch(/email is left out/)
  expect(warnings.join('\n')).toMatch(/first_name is left out/)
  await embedded(page).getByLabel('Your link').waitFor()
})

test('a signature is never left out', async () => {
  const { page, requests } = await open({ commands: [['init', { ...identityOf('signs'), checksum: 'old' }]] })
  expect(await nextEvent(page, 'failed')).toMatch(/checksum/)
  expect(requests.filter((it) => it.url().endsWith('/identify'))).toHaveLength(1)
})

test('init without an argument says what it needs', async () => {
  const { page, warnings } = await open({ commands: [['init']] })
  expect(await nextEvent(page, 'failed')).toBe('Error: init needs tenant_alias')
  expect(warnings.join()).toContain('init needs tenant_alias')
})

test('open shadow roots are part of the page: fields, buttons and the container', async () => {
  const code = await shop.user('shadowed')
  const { page, faults } = await open({
    body: '<shop-card></shop-card>',
    commands: [
      ['init', identityOf('in_shadow')],
      ['autofill', 'name=code'],
    ],
  })
  await page.goto(`${site.origin}/?refCode=${code}`)
  await scriptIsThere(page)
  await page.evaluate(() => {
    const [host, inner] = [document.querySelector('shop-card'), document.createElement('shop-part')]
    const root = host?.attachShadow({ mode: 'open' })
    root?.append(inner)
    const part = inner.attachShadow({ mode: 'open' })
    for (const [name, attributes] of [
      ['input', { name: 'code' }],
      ['button', { class: 'goodword-open' }],
      ['div', { id: 'goodword' }],
    ] as const) {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      part.append(element)
    }
    document.body.append('changed')
  })
  await expect.poll(() => page.inputValue('[name=code]')).toBe(code)
  await embedded(page).getByLabel('Your link').waitFor()
  // Changes inside an observed root are seen without a further event.
  await page.locator('shop-part').evaluate((it) => {
    const field = document.createElement('input')
    field.name = 'code'
    field.className = 'later'
    it.shadowRoot?.append(field)
  })
  await expect.poll(() => page.inputValue('.later')).toBe(code)
  await page.click('.goodword-open')
  await popup(page).getByLabel('Your link').waitFor()
  expect(faults).toEqual([])
})

test('a widget of another program on the page is not in the way of identifying for both', async () => {
  const { live: other } = await createProgram(`${site.origin}/`)
  const { page } = await open({
    commands: [
      ['init', identityOf('two')],
      ['init', { ...identityOf('two'), tenant_alias: other.alias }],
    ],
  })
  for (const tenant of [shop, other]) {
    await expect.poll(async () => (await tenant.request('GET', '/account/two')).status).toBe(200)
  }
  expect(await page.locator('#goodword iframe').getAttribute('src')).toContain(
    `${goodwordUrl()}/widget/${other.alias}`,
  )
})
