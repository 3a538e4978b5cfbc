import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram } from '../testing/goodword.ts'
import { nextEvent, type Pushed, push, scriptIsThere, scriptTag, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
let commands: readonly Pushed[] = []
let body = ''
const site = await openSite({
  get '/'() {
    return shopPage({ commands, body })
  },
})
const { live: shop } = await createProgram(`${site.origin}/`)
const code = await shop.user('alice')
let people = 0

/** The snippet of a signed-in page, and the one of every page. */
function snippets() {
  people += 1
  const id = `person${people}`
  const general: Pushed = ['init', { tenant_alias: shop.alias }]
  const full: Pushed = ['init', { tenant_alias: shop.alias, account_id: id, user_id: `${id}_1` }]
  return { id, general, full }
}

type Snippets = ReturnType<typeof snippets>

test.each<[string, now: (it: Snippets) => readonly Pushed[], late: (it: Snippets) => readonly Pushed[]]>([
  ['with a user, then without', ({ full, general }) => [full, general], () => []],
  ['without a user, then with', ({ full, general }) => [general, full], () => []],
  ['with the same user twice', ({ full }) => [full, full], () => []],
  ['without a user between two with', ({ full, general }) => [full, general, full], () => []],
  ['with a user, and late one without', ({ full }) => [full], ({ general }) => [general]],
  ['without a user, and late one with', ({ general }) => [general], ({ full }) => [full]],
  ['with a user, and late ones of everything', ({ full }) => [full], ({ general, full }) => [general, full]],
])('two snippets of a page, %s, identify once and refer once', async (_, now, late) => {
  const page = snippets()
  commands = now(page)
  // The second snippet has a tag of its own.
  body = scriptTag()
  const visitor = await openVisitor(browser)
  await visitor.page.goto(`${site.origin}/?refCode=${code}`)
  await scriptIsThere(visitor.page)
  for (const command of late(page)) await push(visitor.page, ...command)
  expect(await nextEvent(visitor.page, 'identified')).toMatchObject({ accountId: page.id })
  await visitor.networkIsIdle()
  expect(visitor.requests.filter((it) => it.url().endsWith('/identify'))).toHaveLength(1)
  expect(await shop.referral(page.id)).toMatchObject({ referralCodeUsed: code })
  expect(visitor.faults).toEqual([])
})

test.each<[string, ...(object | undefined)[]]>([
  ['without a user', { tenant_alias: shop.alias }],
  ['with an account and without a user', { tenant_alias: shop.alias, account_id: 'x' }],
  ['without a program', { account_id: 'x', user_id: 'x_1' }],
  ['without anything'],
])('an init %s takes no widget away, and a logout does', async (_, ...argument) => {
  commands = [snippets().full]
  body = '<div id="goodword"></div>'
  const { page } = await openVisitor(browser)
  await page.goto(site.origin)
  await page.frameLocator('#goodword iframe').getByLabel('Your link').waitFor()
  await page.locator('#goodword iframe').evaluate((it) => Reflect.set(it, 'isFirst', true))
  await push(page, 'init', ...argument)
  await push(page, ...snippets().general)
  // The same frame is still there when the page has looked for changes.
  await page.evaluate(() => document.body.append('changed'))
  await page.evaluate(() => fetch(location.pathname).then((it) => it.text()))
  expect(await page.locator('#goodword iframe').evaluate((it) => Reflect.get(it, 'isFirst'))).toBe(true)
  await push(page, 'logout')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  await push(page, ...snippets().general)
  expect(await page.locator('iframe').count()).toBe(0)
})
