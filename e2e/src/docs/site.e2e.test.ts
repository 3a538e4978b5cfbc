import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'

const root = resolve(import.meta.dirname, '../../..')
await buildSiteIfStale()
const browser = await launchBrowser()
const docs = () => `${goodwordUrl()}/docs/`
const desktop = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

/** The service finds a build that is made while it runs. */
async function buildSiteIfStale(): Promise<void> {
  const script = resolve(root, 'packages/docs-site/build.ts')
  const { code, output, errors } = await startNode([script, '--if-stale'], { env: {} }).ended
  if (code !== 0) throw new Error(`The documentation could not be built:\n${output}\n${errors}`)
}

/** Presses the key of the search until the scripts of the page listen to it. */
async function openSearch(page: Page): Promise<Locator> {
  const field = page.getByRole('searchbox')
  await expect
    .poll(async () => {
      if ((await field.count()) === 0) await page.keyboard.press('/')
      return field.count()
    })
    .toBe(1)
  return field
}

test('the search finds a guide by a word of its text, with the keyboard alone, and loads nothing from elsewhere', async () => {
  const { page, faults, requests } = await openVisitor(browser, desktop)
  await page.goto(docs())
  const field = await openSearch(page)
  await field.fill('recurring bill wrong refund')
  await page.getByRole('option').first().waitFor()
  await field.fill('accountsync')
  await page.getByRole('option').first().getByText('POST /accountsync').waitFor()
  await field.fill('Idempotency-Key repeats')
  await page
    .getByRole('option', { name: /Repeats/ })
    .first()
    .waitFor()
  await field.press('Enter')
  await page.waitForURL(/[/]docs[/](?:guides|reference)[/]/)
  await page.locator('h1').waitFor()
  expect(faults).toEqual([])
  expect(requests.filter((it) => new URL(it.url()).origin !== new URL(docs()).origin)).toEqual([])
})

test('the search finds an operation first, by its path, by its method of the clients and by what it does', async () => {
  const { page } = await openVisitor(browser, desktop)
  await page.goto(docs())
  const field = await openSearch(page)
  for (const words of ['accountsync', 'syncAccount', 'sync account']) {
    await field.fill(words)
    await expect
      .poll(() => page.getByRole('option').first().textContent())
      .toContain('Sync an account · POST /accountsync · syncAccount')
  }
})

test('the side bar has at most ten groups, and the one of the page is open', async () => {
  const { page } = await openVisitor(browser, desktop)
  await page.goto(`${docs()}guides/rest`)
  const groups = page.locator('.VPSidebar .group')
  expect(await groups.count()).toBeLessThanOrEqual(10)
  await page.locator('.VPSidebar').getByRole('link', { name: 'Webhooks', exact: true }).first().waitFor()
  expect(await page.locator('.VPSidebar .VPSidebarItem.level-0:not(.collapsed)').count()).toBe(1)
})

const looked = [
  '',
  'guides/',
  'guides/portal',
  'guides/quick-start',
  'reference/',
  'reference/accounts',
  'upgrade/0.1.0',
  'errors',
]

test.each(looked)(
  'the page /docs/%s keeps its policy, fits and has no barriers on desktops and phones',
  async (path) => {
    for (const look of [desktop, phone]) {
      const { page, faults } = await openVisitor(browser, look)
      await page.goto(docs() + path)
      await page.locator('h1').waitFor()
      expect(await barriersOf(page)).toEqual([])
      const { scroll, width } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        width: innerWidth,
      }))
      expect(scroll).toBeLessThanOrEqual(width)
      expect(faults).toEqual([])
    }
  },
)

test('the first stop of the keyboard leads past the menus to the text', async () => {
  const { page } = await openVisitor(browser, desktop)
  await page.goto(`${docs()}guides/rest`)
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Skip to content' })
  expect(await link.evaluate((it) => it === document.activeElement)).toBe(true)
  await link.press('Enter')
  expect(new URL(page.url()).hash).toBe('#VPContent')
})

test('a reader goes from page to page and changes the theme, which stays', async () => {
  const { page, faults } = await openVisitor(browser, desktop)
  await page.goto(`${docs()}guides/quick-start`)
  await page.getByRole('switch', { name: /theme/ }).first().click()
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  expect(await isDark()).toBe(true)
  const menu = page.locator('.VPSidebar')
  await menu.getByRole('link', { name: 'Fraud', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Moderation' }).waitFor()
  await page.reload()
  expect(await isDark()).toBe(true)
  await page.getByRole('button', { name: /^0[.]/ }).click()
  await page.getByRole('link', { name: /these pages/ }).waitFor()
  expect(faults).toEqual([])
})

test('the page of an error code is where error responses lead', async () => {
  const answer = await fetch(`${goodwordUrl()}/api/v1/unknown/program`)
  const { docUrl, apiErrorCode } = (await answer.json()) as { docUrl: string; apiErrorCode: string }
  const { page } = await openVisitor(browser, desktop)
  await page.goto(goodwordUrl() + new URL(docUrl).pathname + new URL(docUrl).hash)
  const heading = page.locator(`[id="${apiErrorCode}"]`)
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((it) => it.getBoundingClientRect().top < innerHeight)).toBe(true)
})

test('an unknown address is a page that leads back', async () => {
  const { page } = await openVisitor(browser, desktop)
  const answer = await page.goto(`${docs()}guides/nothing`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the documentation' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Goodword' }).waitFor()
})

test('llms.txt lists every guide with Markdown that is there, and llms-full.txt has them all', async () => {
  const index = await (await fetch(`${docs()}llms.txt`)).text()
  const whole = await (await fetch(`${docs()}llms-full.txt`)).text()
  const guides = readdirSync(resolve(root, 'docs/guides'), { recursive: true, encoding: 'utf8' }).filter(
    (it) => it.endsWith('.md') && it !== 'README.md',
  )
  for (const name of guides) {
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(resolve(root, 'docs/guides', name), 'utf8')) ?? []
    expect(index).toContain(`](/docs/guides/${name}): `)
    expect(whole).toContain(`\n# ${title}\n`)
  }
  const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, it = '']) => it)
  expect(links.length).toBeGreaterThan(guides.length)
  for (const link of links) {
    const { status, headers } = await fetch(goodwordUrl() + link, { method: 'HEAD' })
    expect([link, status, headers.get('content-type')]).toEqual([
      link,
      200,
      expect.stringMatching(/^text[/](markdown|plain); charset=utf-8$/),
    ])
  }
})
