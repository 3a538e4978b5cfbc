import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram } from '../testing/goodword.ts'
import { nextEvent, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser({ withScrollBars: true })
let body = ''
let locale = 'en'
const site = await openSite({
  get '/'() {
    return shopPage({
      body,
      commands: [['init', { tenant_alias: shop.alias, account_id: 'bob', user_id: 'bob_1', locale }]],
    })
  },
})
const { live: shop } = await createProgram(`${site.origin}/`)
const button = '<button class="goodword-open">Share</button>'

async function open(content: string, options: BrowserContextOptions = {}) {
  body = content
  const visitor = await openVisitor(browser, { viewport: { width: 1280, height: 800 }, ...options })
  return visitor
}

async function openPopup(page: Page) {
  await page.goto(site.origin)
  await scriptIsThere(page)
  await page.click('.goodword-open')
  const popup = page.frameLocator('dialog iframe')
  await popup.getByLabel('Your link').waitFor()
  return popup
}

/** Resets and component styles of pages that match unknown elements. */
const hostileStyles = [
  '*, *::before, *::after { margin: 0; padding: 0; border: 0; box-sizing: border-box }',
  '* { margin: 0 !important; max-width: 100px !important; opacity: 0.2 !important }',
  'dialog, iframe, div { position: static !important; inset: auto !important; transform: rotate(9deg) !important }',
  'dialog { background: red; width: 50px !important; max-height: 10px; padding: 90px !important; border: 9px solid }',
  'iframe { height: 1px !important; max-height: 1px !important; visibility: hidden; filter: invert(1) }',
  'html > :not(head, body) { display: none !important }',
]

test.each(['', ...hostileStyles, hostileStyles.join('\n')])(
  'the popup stands in the middle at its own size on a page with the style %j',
  async (style) => {
    const { page } = await open(`<style>${style}</style><main>${button}</main>`)
    await openPopup(page)
    // The frame is transparent until its page has sent its height.
    await expect
      .poll(() => page.locator('dialog iframe').evaluate((it) => getComputedStyle(it).opacity))
      .toBe('1')
    const [box, frame] = await page.locator('dialog iframe').evaluate((it) =>
      [it.closest('dialog'), it].map((element) => {
        const { x, y, width, height } = element?.getBoundingClientRect() ?? {}
        return { x, y, width, height }
      }),
    )
    expect(box).toMatchObject({ x: 400, y: 32, width: 480 })
    expect(box?.height).toBeGreaterThan(400)
    expect(frame).toEqual(box)
    const look = await page.locator('dialog').evaluate((it) => {
      const { opacity, backgroundColor, transform, filter } = getComputedStyle(it)
      return { opacity, backgroundColor, transform, filter }
    })
    expect(look).toEqual({
      opacity: '1',
      backgroundColor: 'rgba(0, 0, 0, 0)',
      transform: 'none',
      filter: 'none',
    })
  },
)

test('the container of the page is filled, with any styles for frames', async () => {
  const { page } = await open(
    `<style>${hostileStyles.slice(0, 5).join('\n')}</style>${button}<div id="goodword"></div>`,
  )
  await page.goto(site.origin)
  await page.frameLocator('#goodword iframe').getByLabel('Your link').waitFor()
  const frame = page.locator('#goodword iframe')
  expect(await frame.evaluate((it) => it.clientHeight)).toBeGreaterThan(300)
  expect(await frame.evaluate((it) => getComputedStyle(it).visibility)).toBe('visible')
})

test('the page does not move when the popup opens and closes, and scrolls again', async () => {
  const { page } = await open(`${button}<p id="mark">Mark</p><div style="height: 3000px"></div>`)
  await page.goto(site.origin)
  await scriptIsThere(page)
  const widthOf = () => page.locator('#mark').evaluate((it) => it.getBoundingClientRect().width)
  const before = await widthOf()
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  await page.click('.goodword-open')
  await page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
  expect(await widthOf()).toBe(before)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflow))
    .toBe('visible')
  expect(await widthOf()).toBe(before)
})

describe('a widget page that does not load', () => {
  const failed = 'This could not be loaded.'

  test.each([
    ['alone', button],
    ['beside an embed', `${button}<div id="goodword"></div>`],
  ])(
    '%s: the popup of a widget page that does not load says so, is closed by its button and by Escape, and the event is sent',
    async (_, content) => {
      const { page } = await open(content)
      await page.route('**/widget/**', (route) => route.abort())
      await page.goto(site.origin)
      await scriptIsThere(page)
      const dialog = page.getByRole('dialog')
      await page.click('.goodword-open')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.click('.goodword-open')
      await dialog.getByText(failed).waitFor()
      expect(await nextEvent(page, 'widget-failed')).toEqual({ reason: 'unreachable' })
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.click('.goodword-open')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.unroute('**/widget/**')
      await page.click('.goodword-open')
      await page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    },
  )

  test('a widget page that does not load in the container is said there, and not tried again with each change of the page', async () => {
    const { page, requests } = await open('<div id="goodword"></div>')
    await page.route('**/widget/**', (route) => route.abort())
    await page.goto(site.origin)
    await page.locator('#goodword').getByText(failed).waitFor()
    await page.evaluate(() => document.body.append('more'))
    await page.evaluate(() => new Promise((seen) => setTimeout(seen, 200)))
    expect(requests.filter((it) => it.url().includes('/widget/'))).toHaveLength(1)
  })
})

test.each([
  ['de-AT', 'Freunde einladen', 'Ihr Link'],
  ['fr', 'Inviter des amis', 'Votre lien'],
  ['es', 'Invitar a amigos', 'Tu enlace'],
  ['it', 'Invita gli amici', 'Il tuo link'],
  ['sv', 'Refer a friend', 'Your link'],
])('titles of dialog and frames for %s are in the language of the widget', async (language, title, link) => {
  locale = language
  const { page } = await open(`${button}<div id="goodword"></div>`)
  await page.goto(site.origin)
  await scriptIsThere(page)
  await page.click('.goodword-open')
  await page.frameLocator('dialog iframe').getByLabel(link).waitFor()
  expect(await page.getByRole('dialog', { name: title }).count()).toBe(1)
  for (const frame of ['dialog iframe', '#goodword iframe']) {
    expect(await page.locator(frame).getAttribute('title')).toBe(title)
  }
  locale = 'en'
})
