import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { nextEvent, type Pushed, push, scriptIsThere, scriptTag, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite, type SiteAnswer } from '../testing/widget-host.ts'

/** The file that the script loads when the page uses the widget. */
const PART = '**/goodword-widget.js*'

const browser = await launchBrowser()
let answer: SiteAnswer = ''
const site = await openSite({
  get '/'() {
    return answer
  },
  '/refer': '<!doctype html><title>Refer</title>',
})
const { live: shop } = await createProgram(`${site.origin}/`)
const [release] = await (await fetch(`${goodwordUrl()}/s/releases.json`)).json()
const identityOf = (id: string) => ({
  tenant_alias: shop.alias,
  account_id: id,
  user_id: `${id}_user`,
  locale: 'en',
})
const init = ['init', identityOf('ann')]
const button = '<a class="goodword-open" href="/refer">Share</a>'

type Shown = {
  readonly body?: string
  readonly commands?: readonly Pushed[]
  readonly tag?: string
  readonly policy?: string
}

async function open(
  { body = '', commands = [init], tag = scriptTag(), policy }: Shown,
  prepare?: Preparation,
) {
  const headers = policy === undefined ? {} : { 'content-security-policy': policy }
  answer = { headers, body: shopPage({ body, commands, tag }) }
  const visitor = await openVisitor(browser)
  await prepare?.(visitor.page)
  await visitor.page.goto(site.origin)
  await scriptIsThere(visitor.page)
  return visitor
}

type Preparation = (page: Page) => Promise<unknown>

const dialog = (page: Page) => page.getByRole('dialog')
const link = (page: Page, holder: string) => page.frameLocator(`${holder} iframe`).getByLabel('Your link')
const ofScript = (requests: readonly { url(): string }[]) =>
  requests.map((it) => new URL(it.url())).filter(({ pathname }) => pathname.startsWith('/s/'))

describe('loading the code of the widget', () => {
  test('a page that only tracks loads the script alone, signed in or not', async () => {
    for (const command of [init, ['init', { tenant_alias: shop.alias }]]) {
      const { page, requests, faults, networkIsIdle } = await open({
        commands: [command, ['close']],
        body: '<input>',
      })
      if (command === init) await nextEvent(page, 'identified')
      await networkIsIdle()
      expect(ofScript(requests).map((it) => it.pathname)).toEqual(['/s/v1/goodword.js'])
      expect(faults).toEqual([])
    }
  })

  test.each([
    ['a container', '<div id="goodword"></div>', []],
    ['a button', button, []],
    ['a command', '', [['open']]],
  ])(
    '%s of a signed-in user loads the widget once, from the release of the script',
    async (_, body, commands) => {
      const { page, requests, faults } = await open({ body, commands: [init, ...commands] })
      await push(page, 'open')
      await link(page, 'dialog').waitFor()
      expect(ofScript(requests).map((it) => it.pathname)).toEqual(['/s/v1/goodword.js', release.widget.file])
      expect(faults).toEqual([])
    },
  )

  test('a button of an unknown visitor loads nothing, and its link is followed', async () => {
    const { page, requests } = await open({
      body: button,
      commands: [['init', { tenant_alias: shop.alias }]],
    })
    await page.click('.goodword-open')
    await page.waitForURL('**/refer')
    expect(ofScript(requests)).toHaveLength(1)
  })
})

describe('calls while the code is on its way', () => {
  /** A page on which this happens between the request for the code and its arrival. */
  async function whileLoading(act: (page: Page) => Promise<unknown>) {
    let arrive = () => {}
    const held = new Promise<void>((go) => {
      arrive = go
    })
    let requested: Promise<unknown> = held
    const visitor = await open({ body: both }, async (page) => {
      requested = page.waitForRequest(PART)
      await page.route(PART, async (route) => {
        await held
        await route.continue()
      })
    })
    await requested
    await act(visitor.page)
    const arrived = visitor.page.waitForResponse(PART)
    arrive()
    await (await arrived).finished()
    return visitor
  }
  const both = `${button}<div id="goodword"></div>`

  test('a click opens the popup then, and its link is not followed', async () => {
    const { page } = await whileLoading((it) => it.click('.goodword-open'))
    await link(page, 'dialog').waitFor()
    expect(page.url()).toBe(`${site.origin}/`)
    expect(await page.locator('dialog iframe').count()).toBe(1)
  })

  test('an open that was taken back opens nothing', async () => {
    const { page } = await whileLoading(async (it) => {
      await push(it, 'open')
      await push(it, 'close')
    })
    await link(page, '#goodword').waitFor()
    expect(await page.locator('dialog iframe').count()).toBe(0)
  })

  test('nothing is shown after a logout, and the next user gets a widget of their own', async () => {
    const { page } = await whileLoading(async (it) => {
      await push(it, 'open')
      await push(it, 'logout')
    })
    // Scripts that arrived before this answer have run.
    await page.evaluate(() => fetch('/').then((it) => it.text()))
    expect(await page.locator('iframe').count()).toBe(0)
    const zoe = await shop.user('zoe')
    await push(page, 'init', identityOf('zoe'))
    expect(await link(page, '#goodword').inputValue()).toContain(zoe)
    expect(await dialog(page).isVisible()).toBe(false)
  })

  test('the last user is the one whose widget is shown', async () => {
    const last = await shop.user('last')
    const { page } = await whileLoading(async (it) => {
      await push(it, 'init', identityOf('other'))
      await push(it, 'init', identityOf('last'))
    })
    expect(await link(page, '#goodword').inputValue()).toContain(last)
    expect(await page.locator('iframe').count()).toBe(1)
  })
})

describe('a widget whose code does not load', () => {
  test('a widget whose code does not load is tried again with pauses, reported, and hinders nothing; the next click tries once more', async () => {
    let tries = 0
    const { page, warnings } = await open({ body: `${button}<div id="goodword"></div>` }, async (it) => {
      // The pauses end at once.
      await it.addInitScript(() => {
        Math.random = () => 0
      })
      await it.route(PART, (route) => {
        tries += 1
        return route.fulfill({ status: 503 })
      })
    })
    expect(await nextEvent(page, 'widget-failed')).toEqual({ reason: 'unreachable' })
    expect(tries).toBe(5)
    expect(warnings.filter((it) => it.startsWith('Goodword:'))).toHaveLength(5)
    expect(await nextEvent(page, 'identified')).toMatchObject({ accountId: 'ann' })
    await page.evaluate(() => document.body.append('more'))
    await page.evaluate(() => new Promise((seen) => setTimeout(seen, 200)))
    expect(tries).toBe(5)
    await page.unroute(PART)
    await page.click('.goodword-open')
    await link(page, 'dialog').waitFor()
    await link(page, '#goodword').waitFor()
  })

  test('the code of the widget is not run when it is not what the script was released with', async () => {
    const { page, faults } = await open({ body: button }, async (it) => {
      await it.addInitScript(() => {
        Math.random = () => 0
      })
      await it.route(PART, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: `document.title = 'changed';${await response.text()}` })
      })
    })
    expect(await nextEvent(page, 'widget-failed')).toEqual({ reason: 'unreachable' })
    expect(await page.title()).toBe('Shop')
    expect(faults.join()).toContain('integrity')
  })
})

const service = new URL(goodwordUrl()).origin
const rest = `connect-src ${service}; frame-src ${service}; style-src 'none'; base-uri 'none'`

test.each([
  ['names the service', `script-src 'nonce-a' ${service}`, 'async'],
  ['names a nonce', `script-src 'nonce-a'`, 'async nonce="a"'],
  ['trusts what trusted scripts load', `script-src 'nonce-a' 'strict-dynamic'`, 'async nonce="a"'],
  [
    'allows no trusted types',
    `script-src 'nonce-a' 'strict-dynamic'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'async nonce="a"',
  ],
])('under a policy that %s, the widget opens, and nothing is breached', async (_, policy, attributes) => {
  const tag = `<script nonce="a">window._gw = ${JSON.stringify([init, ['open']])}</script>${scriptTag(attributes)}`
  const { page, faults } = await open({ commands: [], tag, policy: `default-src 'none'; ${policy}; ${rest}` })
  await link(page, 'dialog').waitFor()
  // The queue of the page that the tests usually open is a script without a nonce.
  expect(faults.filter((it) => !/inline/.test(it))).toEqual([])
})
