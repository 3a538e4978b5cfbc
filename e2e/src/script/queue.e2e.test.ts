import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { nextEvent, scriptIsThere, scriptTag } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite, type SiteAnswer } from '../testing/widget-host.ts'

const browser = await launchBrowser()
let answer: SiteAnswer = ''
const site = await openSite(({ url }) => (url.startsWith('/favicon') ? null : answer))
const { live: shop } = await createProgram(`${site.origin}/`)
let people = 0

/** The `init` of a new user, as script. */
function newcomer() {
  people += 1
  const id = `queued${people}`
  const init = JSON.stringify(['init', { tenant_alias: shop.alias, account_id: id, user_id: `${id}_1` }])
  return { id, init }
}

async function open(page: SiteAnswer) {
  answer = page
  const visitor = await openVisitor(browser)
  await visitor.page.goto(site.origin)
  return visitor
}

const tag = scriptTag()
const html = (body: string) => `<!doctype html><html lang="en"><title>Shop</title>${body}`

test.each<[name: string, page: (init: string) => string]>([
  ['before the script', (init) => `<script>window._gw = [${init}]</script>${tag}`],
  ['after the script', (init) => `${scriptTag('')}<script>_gw.push(${init})</script>`],
  [
    'on both sides of it',
    (init) => `<script>window._gw = []</script>${scriptTag('')}<script>_gw.push(${init})</script>`,
  ],
  [
    'from a script that is deferred',
    (init) => `${scriptTag('defer')}<script>window._gw = [${init}]</script>`,
  ],
  [
    'into a queue that other code keeps a reference to',
    (init) =>
      `<script>window._gw = []; const held = _gw</script>${scriptTag('')}<script>held.push(${init})</script>`,
  ],
  [
    'into a queue with another name',
    (init) => `<script>window.friends = [${init}]</script>${scriptTag('async data-queue="friends"')}`,
  ],
  [
    'by a tag that a script makes',
    (init) =>
      `<script>window._gw = [${init}]; const made = document.createElement('script'); made.src = '${goodwordUrl()}/s/v1/goodword.js'; document.head.append(made)</script>`,
  ],
  ['with the tag there twice', (init) => `<script>window._gw = [${init}]</script>${tag}${tag}`],
])('what is pushed %s is done once', async (_, page) => {
  const { id, init } = newcomer()
  const { faults, requests, networkIsIdle } = await open(html(page(init)))
  await expect.poll(async () => (await shop.request('GET', `/account/${id}`)).status).toBe(200)
  await networkIsIdle()
  expect(requests.filter((it) => it.url().endsWith('/identify'))).toHaveLength(1)
  expect(faults).toEqual([])
})

test('every release, loaded with its hash from its own address, identifies and opens the widget of today', async () => {
  const releases: readonly { readonly file: string; readonly integrity: string }[] = await (
    await fetch(`${goodwordUrl()}/s/releases.json`)
  ).json()
  expect(releases.length).toBeGreaterThan(0)
  for (const { file, integrity } of releases) {
    const { id, init } = newcomer()
    const pinned = `<script async src="${goodwordUrl()}${file}" integrity="${integrity}" crossorigin="anonymous"></script>`
    const { page, faults } = await open(html(`<script>window._gw = [${init}, ['open']]</script>${pinned}`))
    await expect.poll(async () => (await shop.request('GET', `/account/${id}`)).status).toBe(200)
    await page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
    expect(faults).toEqual([])
  }
})

test('under a strict policy with trusted types, nothing is breached', async () => {
  const { init } = newcomer()
  const { origin } = new URL(goodwordUrl())
  const { page, faults, networkIsIdle } = await open({
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-a' 'strict-dynamic'`,
        `connect-src ${origin}`,
        `frame-src ${origin}`,
        "style-src 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "base-uri 'none'",
      ].join('; '),
    },
    body: html(
      `<button class="goodword-open">Share</button><div id="goodword"></div><input name="referral_code">` +
        `<script nonce="a">window._gw = [${init}, ['autofill', 'name=referral_code'], ['autofill', '.code']]</script>` +
        scriptTag('async nonce="a"'),
    ),
  })
  await nextEvent(page, 'identified')
  await page.click('.goodword-open')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await networkIsIdle()
  expect(faults.filter((it) => it.startsWith('policy') || it.includes('Error:'))).toEqual([])
})

const hostileQueues: readonly (readonly [name: string, script: (init: string) => string])[] = [
  ['a frozen array', (init) => `Object.freeze([${init}])`],
  [
    'an array whose push is not to be changed',
    (init) => `Object.defineProperty([${init}], 'push', { value: () => 0 })`,
  ],
  [
    'an entry that throws',
    (init) => `Object.defineProperty([0, ${init}], 0, { get() { throw new Error('no') } })`,
  ],
  [
    'an argument that throws',
    (init) => `[['init', { get tenant_alias() { throw new Error('no') } }], ${init}]`,
  ],
  [
    'an argument without end',
    (init) => `[['init', (() => { const it = {}; it.it = it; return it })()], ${init}]`,
  ],
  [
    'a proxy that throws at everything but entries',
    (init) =>
      `new Proxy([${init}], { get(target, key) { if (key in target && key !== 'push') return Reflect.get(target, key); throw new Error('no') }, set() { throw new Error('no') } })`,
  ],
  ['a proxy that swallows', (init) => `new Proxy([${init}], { set: () => true })`],
  [
    'commands that are none',
    (init) =>
      `[null, undefined, 5, '', 'toString', ['__proto__'], ['constructor', 1], [], [[]], {}, Symbol('no'), () => 0, [{ toString() { throw new Error('no') } }], ${init}]`,
  ],
  [
    'functions that throw',
    (init) =>
      `[['subscribe', 'identified', () => { throw new Error('no') }], ['subscribe', 'identified', 5], ['autofill', () => { throw new Error('no') }], ${init}]`,
  ],
  [
    'a million commands after ours',
    (init) => `(() => { const it = [${init}]; it.length = 1e6; return it })()`,
  ],
]

test.each(hostileQueues)('%s harms neither the page nor the command that is one', async (_, script) => {
  const { id, init } = newcomer()
  const { page, faults } = await open(html(`<script>window._gw = ${script(init)}</script>${tag}`))
  await expect.poll(async () => (await shop.request('GET', `/account/${id}`)).status).toBe(200)
  await scriptIsThere(page)
  expect(faults).toEqual([])
})

const wrecks: readonly (readonly [name: string, body: string])[] = [
  ['no array', '<script>window._gw = 5</script>'],
  ['a text', '<script>window._gw = "init"</script>'],
  ['an element of that name', '<a id="_gw"></a>'],
  [
    'a revoked proxy',
    '<script>const it = Proxy.revocable([], {}); it.revoke(); window._gw = it.proxy</script>',
  ],
  ['an array without end', '<script>window._gw = []; _gw.length = 2 ** 32 - 1</script>'],
  ['an object that says it is endless', '<script>window._gw = { length: Infinity }</script>'],
]

test.each(wrecks)('%s in the place of the queue is got over', async (_, body) => {
  const { id, init } = newcomer()
  const { page, faults } = await open(html(`${body}${tag}`))
  await scriptIsThere(page)
  await page.evaluate((entry) => Reflect.get(window, '_gw').push(JSON.parse(entry)), init)
  await expect.poll(async () => (await shop.request('GET', `/account/${id}`)).status).toBe(200)
  expect(faults).toEqual([])
})

test.each([
  [
    'a queue that cannot be read',
    'Object.defineProperty(window, "_gw", { get() { throw new Error("no") } })',
  ],
  ['a queue that cannot be replaced', 'Object.defineProperty(window, "_gw", { value: Object.freeze([]) })'],
  ['a console that throws', 'console.warn = () => { throw new Error("no") }; window._gw = ["nothing"]'],
  [
    'no performance to ask',
    'performance.getEntriesByType = () => { throw new Error("no") }; window._gw = []',
  ],
])('%s leaves the page as it was', async (_, script) => {
  const { page, faults, networkIsIdle } = await open(html(`<script>${script}</script>${tag}<h1>Shop</h1>`))
  await networkIsIdle()
  expect(await page.textContent('h1')).toBe('Shop')
  expect(faults).toEqual([])
})
