import { signToken } from '@goodword/server/testing/sign'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite, type SiteAnswer } from '../testing/widget-host.ts'
import { appPage } from './app-page.ts'

// One application for each framework, with the same buttons: who is signed in, and whether the application is there at all.
const options = `
import { init, on } from '@goodword/browser'
const read = async (user) => {
  const answer = await fetch('/token?user=' + user)
  if (!answer.ok) throw new Error('no token')
  return answer.text()
}
const optionsFor = (user) => ({
  url: GOODWORD_URL,
  tenantAlias: ALIAS,
  user: user && { accountId: user, userId: user + '_user', locale: 'en' },
  token: () => read(user),
})
`

const sources = {
  react: `${options}
import { createElement as element, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { GoodwordWidget, useGoodword, useGoodwordEvent, useOffer, useReferralCode } from '@goodword/react'

function Shop({ user }) {
  useGoodword(optionsFor(user))
  const code = useReferralCode()
  const [copied, setCopied] = useState(0)
  useGoodwordEvent('identified', ({ accountId }) => { document.title = accountId })
  useGoodwordEvent('copied', () => setCopied(copied + 1))
  return element('main', null,
    element('h2', null, useOffer()?.texts.title), element('output', null, code ?? 'no code'), element('p', null, 'copied ' + copied),
    user && element(GoodwordWidget, { className: 'wide' }))
}
function App() {
  const [user, setUser] = useState(null)
  const [isThere, setThere] = useState(true)
  return element('div', null,
    ['ann', 'ben', null].map((it) => element('button', { key: it, onClick: () => setUser(it) }, it ?? 'nobody')),
    element('button', { onClick: () => setThere(!isThere) }, 'mount'),
    isThere && element(Shop, { user }))
}
createRoot(document.getElementById('app')).render(element(StrictMode, null, element(App)))
`,
  vue: `${options}
import { createApp, h, ref } from 'vue'
import { GoodwordWidget, useGoodword, useGoodwordEvent, useOffer, useReferralCode } from '@goodword/vue'

const Shop = {
  props: ['user'],
  setup(props) {
    const copied = ref(0)
    useGoodword(() => optionsFor(props.user))
    const code = useReferralCode()
    const offer = useOffer()
    useGoodwordEvent('identified', ({ accountId }) => { document.title = accountId })
    useGoodwordEvent('copied', () => { copied.value += 1 })
    return () => h('main', [
      h('h2', offer.value?.texts.title), h('output', code.value ?? 'no code'), h('p', 'copied ' + copied.value),
      props.user && h(GoodwordWidget, { class: 'wide' })])
  },
}
createApp({
  setup() {
    const user = ref(null)
    const isThere = ref(true)
    return () => h('div', [
      ...['ann', 'ben', null].map((it) => h('button', { onClick: () => { user.value = it } }, it ?? 'nobody')),
      h('button', { onClick: () => { isThere.value = !isThere.value } }, 'mount'),
      isThere.value && h(Shop, { user: user.value })])
  },
}).mount('#app')
`,
}

const browser = await launchBrowser()
let page: { readonly html: string; readonly script: string } = { html: '', script: '' }
/** The answers of the page's server for a token, in turn; the last one repeats. */
let tokens: readonly ((user: string) => SiteAnswer)[] = []
let asked = 0
const site = await openSite(({ url }) => {
  const { pathname, searchParams } = new URL(url, 'http://site.test')
  if (pathname === '/') return page.html
  if (pathname === '/app.js') return { headers: { 'content-type': 'text/javascript' }, body: page.script }
  if (pathname !== '/token') return null
  asked += 1
  return tokens[Math.min(asked, tokens.length) - 1]?.(searchParams.get('user') ?? '') ?? null
})
const { live: shop } = await createProgram(`${site.origin}/`)
await shop.program({ landingPage: `${site.origin}/`, showReferrerName: true })

const seconds = () => Math.floor(Date.now() / 1000)
const tokenFor = (user: string, claims: object) => ({
  headers: { 'content-type': 'text/plain' },
  body: signToken(shop.signingKey, { user: { accountId: user, id: `${user}_user` }, ...claims }),
})
// No two are alike, as those of different seconds.
const good = (user: string) => tokenFor(user, { iat: seconds(), jti: String(asked) })
const expired = (user: string) =>
  tokenFor(user, { iat: seconds() - 7200, exp: seconds() - 3600, jti: String(asked) })

async function open(source: string, path = '/') {
  const text = source.replaceAll('GOODWORD_URL', JSON.stringify(goodwordUrl()))
  page = await appPage(text.replaceAll('ALIAS', JSON.stringify(shop.alias)))
  asked = 0
  tokens = [good]
  const visitor = await openVisitor(browser)
  await visitor.page.goto(site.origin + path)
  return visitor
}

const widget = (it: Page) => it.frameLocator('goodword-widget iframe')
const click = (it: Page, name: string) => it.getByRole('button', { name, exact: true }).first().click()

describe.each(['react', 'vue'] as const)('an application in %s', (framework) => {
  test(`the code of a share link is in a cookie and in the state, and the widget follows who is signed in (${framework})`, async () => {
    const code = await shop.user(`referrer_${framework}`, { firstName: 'Rita', lastName: 'Gill' })
    const visitor = await open(sources[framework], `/?refCode=${code}`)
    await visitor.page.getByText(code, { exact: true }).waitFor()
    await visitor.page.getByRole('heading', { name: 'Rita' }).waitFor()
    expect(await visitor.page.getByRole('status').getByText('Rita').count()).toBe(0)
    await expect
      .poll(async () => (await visitor.context.cookies()).map((it) => it.name))
      .toEqual([`_gw_${shop.alias}`])
    await click(visitor.page, 'ann')
    await widget(visitor.page).getByText('No one has joined yet.').waitFor()
    expect(await visitor.page.title()).toBe('ann')
    await widget(visitor.page).getByRole('button', { name: 'Copy' }).first().click()
    await visitor.page.getByText('copied 1').waitFor()
    await click(visitor.page, 'ben')
    await expect.poll(() => visitor.page.title()).toBe('ben')
    await widget(visitor.page).getByText('No one has joined yet.').waitFor()
    await click(visitor.page, 'nobody')
    await expect.poll(() => visitor.page.locator('iframe').count()).toBe(0)
    expect(await visitor.page.locator('script[src*="goodword.js"]').count()).toBe(1)
    const identified = visitor.requests.filter((it) => it.url().endsWith('/open/identify'))
    expect(identified.map((it) => it.postDataJSON().account_id)).toEqual(['ann', 'ben'])
    expect(visitor.faults).toEqual([])
  })

  test(`what was mounted is gone without a trace, and works when it is mounted again (${framework})`, async () => {
    const { page: it, faults } = await open(sources[framework])
    await click(it, 'ann')
    await widget(it).getByLabel('Your link').waitFor()
    await it.evaluate(() => Reflect.get(window, '_gw').push(['open']))
    await it.getByRole('dialog').waitFor()
    await it.evaluate(() => document.querySelectorAll('button')[3]?.click())
    await it.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await it.locator('iframe').count()).toBe(0)
    await it.evaluate(() => {
      document.title = 'none'
    })
    await click(it, 'mount')
    await widget(it).getByLabel('Your link').waitFor()
    expect(await it.title()).toBe('ann')
    expect(faults).toEqual([])
  })
})

describe('a token of a page', () => {
  test('a token that has expired is fetched anew, and the widget is there without a reload', async () => {
    const { page: it } = await open(sources.vue)
    tokens = [expired, good]
    await click(it, 'ann')
    await widget(it).getByText('No one has joined yet.').waitFor()
    expect(asked).toBe(2)
  })

  test('a token that runs out while the page is open is fetched anew when the widget asks', async () => {
    const { page: it } = await open(sources.vue)
    await click(it, 'ann')
    await widget(it).getByText('No one has joined yet.').waitFor()
    const before = asked
    await it.route(
      '**/open/widget*',
      (route) =>
        route.fulfill({
          status: 401,
          headers: { 'access-control-allow-origin': '*' },
          json: { statusCode: 401, apiErrorCode: 'SIGNATURE_INVALID', message: 'expired', param: 'jwt' },
        }),
      { times: 1 },
    )
    await it.evaluate(() => Reflect.get(window, '_gw').push(['open']))
    await it.frameLocator('dialog iframe').getByText('No one has joined yet.').waitFor()
    expect(asked).toBe(before + 1)
  })

  test('a server whose tokens are refused is asked four times and then left alone', async () => {
    const { page: it } = await open(sources.vue)
    tokens = [expired]
    await click(it, 'ann')
    await expect.poll(() => asked).toBe(4)
    await widget(it).getByText('Your session has ended').waitFor()
    await it.evaluate(() => fetch('/').then((answer) => answer.text()))
    expect(asked).toBe(4)
  })

  test('a server that has no token for the moment is asked again, and one without a session is not', async () => {
    const { page: it } = await open(sources.vue)
    tokens = [() => ({ status: 503 }), good]
    await click(it, 'ann')
    await widget(it).getByText('No one has joined yet.').waitFor()
    expect(asked).toBe(2)
    const { page: other, requests } = await open(sources.vue)
    tokens = [() => '']
    await click(other, 'ben')
    await expect.poll(() => asked).toBe(1)
    await other.evaluate(() => fetch('/').then((answer) => answer.text()))
    expect(requests.filter((request) => request.url().endsWith('/open/identify'))).toEqual([])
  })
})

test('a script that a tag of the page loads is not loaded twice, under a queue of any name', async () => {
  const visitor = await open(`import { init } from '@goodword/browser'
init({ url: GOODWORD_URL + '/', tenantAlias: ALIAS, queue: 'referrals' })
init({ url: GOODWORD_URL, tenantAlias: ALIAS, queue: 'referrals' })
document.title = document.querySelectorAll('script[data-queue=referrals]').length`)
  await expect.poll(() => visitor.page.title()).toBe('1')
  await visitor.page.waitForFunction(
    () => typeof Reflect.get(window, 'referrals')?.push?.goodword === 'string',
  )
  expect(await visitor.page.evaluate(() => '_gw' in window)).toBe(false)
  expect(visitor.faults).toEqual([])
})
