import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram } from '../testing/goodword.ts'
import { scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
let body = ''
const site = await openSite({
  get '/'() {
    return shopPage({
      body,
      commands: [['init', { tenant_alias: shop.alias, account_id: 'bob', user_id: 'bob_1', locale: 'en' }]],
    })
  },
})
const { live: shop } = await createProgram(`${site.origin}/`)

const isDark = (page: Page, holder: string) =>
  page
    .frameLocator(`${holder} iframe`)
    .locator('html')
    .evaluate((it) => getComputedStyle(it).colorScheme === 'dark')

async function show(style: string, options: BrowserContextOptions) {
  body = `<style>${style}</style><button class="goodword-open">Share</button><section><div id="goodword"></div></section>`
  const visitor = await openVisitor(browser, options)
  await visitor.page.goto(site.origin)
  await scriptIsThere(visitor.page)
  await visitor.page.frameLocator('#goodword iframe').getByLabel('Your link').waitFor()
  await visitor.page.click('.goodword-open')
  await visitor.page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
  return visitor
}

const both =
  ':root { color-scheme: light dark } @media (prefers-color-scheme: dark) { body { background: #111 } }'

test.each([
  ['that says nothing is white', '', 'dark', false, false],
  ['that is declared light', ':root { color-scheme: light }', 'dark', false, false],
  ['that is declared dark', ':root { color-scheme: dark }', 'light', true, true],
  ['that follows the visitor, in the dark', both, 'dark', true, true],
  ['that follows the visitor, in the light', both, 'light', false, false],
  ['that is painted dark', 'body { background: oklch(0.2 0.03 260) }', 'light', true, true],
  ['that is painted light', 'html { background: rgb(250 250 240) }', 'dark', false, false],
  ['with a dark part around the container', 'section { background: #123 }', 'light', true, false],
] as const)('a page %s has a widget to match', async (_, style, colorScheme, embedded, popup) => {
  const { page, faults } = await show(style, { colorScheme })
  expect({ embedded: await isDark(page, '#goodword'), popup: await isDark(page, 'dialog') }).toEqual({
    embedded,
    popup,
  })
  expect(faults).toEqual([])
})

test('a page that changes with the system takes the widget along', async () => {
  const { page, requests } = await show(both, { colorScheme: 'light' })
  const widgetRequests = () => requests.filter((it) => it.url().endsWith('/open/widget')).length
  const before = widgetRequests()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => isDark(page, '#goodword')).toBe(true)
  expect(widgetRequests()).toBe(before)
})
