import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { barriersOf, faintTextsOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { allPages, furtherViews } from './all-pages.ts'
import { contentBarriersOf } from './content-barriers.ts'
import { addressOf, navigateTo } from './page-state.ts'
import { fitsInWidth, openPortal } from './portal.ts'
import { screenshotFolder, screenshotNames } from './screenshot-files.ts'

const browser = await launchBrowser()
const portal = await openPortal()

const builtPortal = resolve(import.meta.dirname, '../../../packages/portal/dist')
const widths = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** All rules once at each width and in each theme. */
const fewLooks = [
  ['desktop', 'light', contentBarriersOf],
  ['phone', 'dark', contentBarriersOf],
] as const

const wholeLooks = fewLooks.map(([width, theme]) => [width, theme, barriersOf] as const)

/** The looks with what a theme can break at the other width: colors. */
const allLooks = [...fewLooks, ['phone', 'light', faintTextsOf], ['desktop', 'dark', faintTextsOf]] as const

const isLong = process.env.GOODWORD_TRIALS === 'long'
const looks = isLong ? allLooks : fewLooks

/** What is made of the parts of other pages has one of them, in turn. */
const inTurn = <T>(all: readonly T[], turn: number) =>
  isLong ? all : all.filter((_, at) => at === turn % all.length)

/** Tablets and windows beside others: nothing may be cut off there either. */
const betweenWidths = [560, 768, 1024]

/** Looks at the page in the look of a turn, or in all looks; `whole` with what each page repeats. */
async function findingsOf(page: Page, name: string, turn?: number | 'whole'): Promise<readonly string[]> {
  const findings: string[] = []
  const [itsLooks, itsWidths] =
    typeof turn === 'number'
      ? [inTurn(looks, turn), inTurn(betweenWidths, turn)]
      : [turn === 'whole' ? wholeLooks : looks, betweenWidths]
  for (const [width, colorScheme, look] of itsLooks) {
    await resizeTo(page, widths[width])
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await hasNewColours(page)
    const wide = (await fitsInWidth(page)) ? [] : ['wider than the window']
    const found = [...(await look(page)), ...wide]
    findings.push(...found.map((it) => `${name} in ${colorScheme} on a ${width}: ${it}`))
  }
  for (const width of itsWidths) {
    await resizeTo(page, { width, height: 800 })
    if (!(await fitsInWidth(page))) findings.push(`${name} is wider than ${width} px`)
  }
  await page.setViewportSize(widths.desktop)
  return findings
}

async function resizeTo(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size)
  // The page has its new size a moment later.
  await page.waitForFunction((expected) => innerWidth === expected, size.width)
}

/** The page has the colours of a new theme in its next frame. */
function hasNewColours(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition)
    if (transitions.length > 0) throw new Error('an element moves although the visitor wants less motion')
  })
}

/** What opens over pages, and what they show instead of their content. */
const states: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<unknown>])[] = [
  ['a dialog with a form', 'webhooks', (page) => click(page, 'Add a webhook')],
  ['a question', 'settings?tab=danger', (page) => click(page, 'Erase the test data')],
  ['an editor', 'participants/acct_ada/acct_ada_user', (page) => click(page, 'Edit')],
  [
    'a drawer',
    'rewards',
    async (page) => {
      await page.getByRole('row').nth(1).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'an entry of the audit log',
    'settings?tab=security',
    async (page) => {
      await page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  ],
  ['a comparison', 'program?compare=true', (page) => page.getByRole('dialog').waitFor()],
  ['a new import', 'transfers?tab=imports', (page) => click(page, 'Import a file')],
  ['the menu of the person', 'home', (page) => page.getByRole('button', { name: /^Account of/ }).click()],
  [
    'the command palette',
    'home',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder(/^Go to a page/).fill('referrer0')
      await page.getByRole('option', { name: /referrer0@/ }).waitFor()
    },
  ],
  [
    'a tooltip',
    'transfers?tab=imports',
    async (page) => {
      await click(page, 'Import a file')
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).hover()
      await page.getByRole('tooltip').waitFor({ state: 'attached' })
    },
  ],
  [
    'a form with errors',
    'program?tab=links',
    async (page) => {
      await page.getByLabel('Landing page').fill('no address')
      await click(page, 'Save the program')
      await expect.poll(() => page.getByLabel('Landing page').getAttribute('aria-invalid')).toBe('true')
    },
  ],
]

/** Closes what is open over a page: a tooltip before its dialog. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator('dialog[open], [role=menu], [role=tooltip]')
  for (let presses = 0; presses < 3 && (await open.count()) > 0; presses += 1)
    await page.keyboard.press('Escape')
  await open.first().waitFor({ state: 'detached' })
  // Chromium dispatches the event `close` in the next frame; the page then takes the dialog out of its address.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
}

async function click(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
}

describe('pages in both themes and at both widths', {
  timeout: 400_000,
}, () => {
  test('every page with data is accessible, fits and keeps to its policy', async () => {
    const { page, faults } = await portal.visit(browser, '/account')
    const findings: string[] = []
    for (const [index, path] of [...allPages, ...furtherViews].entries()) {
      await navigateTo(page, addressOf(portal, path))
      const turn = index === 0 ? 'whole' : index < allPages.length ? undefined : index
      findings.push(...(await findingsOf(page, path, turn)))
    }
    expect(findings).toEqual([])
    expect(faults).toEqual([])
  })

  test('every page with its dialogs and menus open is accessible, fits and keeps to its policy', async () => {
    const { page, faults } = await portal.visit(browser, 'home')
    const findings: string[] = []
    for (const [turn, [name, path, open]] of states.entries()) {
      await navigateTo(page, addressOf(portal, path))
      await open(page)
      findings.push(...(await findingsOf(page, name, turn)))
      await closeAll(page)
    }
    expect(findings).toEqual([])
    expect(faults).toEqual([])
  })

  test('every page is accessible, fits and keeps to its policy without data, and when nothing can be read', async () => {
    const { page, faults } = await portal.visit(browser, 'home')
    const findings: string[] = []
    const ofProgram = allPages.filter((it) => !it.startsWith('/') && !it.includes('acct_'))
    for (const [turn, path] of ofProgram.entries()) {
      await navigateTo(page, addressOf({ ...portal, alias: portal.live }, path))
      findings.push(...(await findingsOf(page, `${path} without data`, turn === 0 ? 'whole' : turn)))
    }
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 500, json: { apiErrorCode: 'INTERNAL_ERROR', message: 'It failed.' } }),
    )
    for (const [turn, path] of ['home', 'referrals', 'program', 'install', 'settings'].entries()) {
      // What the portal has read before, it would show: only Home was visited in this program.
      if (path === 'home') await page.reload()
      await navigateTo(page, addressOf(portal, path))
      // The client tries again before it gives up.
      await page.getByText('Something went wrong in the service').first().waitFor()
      findings.push(...(await findingsOf(page, `${path} with an error`, turn)))
    }
    expect(findings).toEqual([])
    expect(faults).toEqual([])
  })

  test('the first page loads at most 250 kB of compressed script', async () => {
    // A profile that has visited nothing: one that has takes scripts from its memory.
    const { requests } = await portal.visitAlone(browser, 'home')
    const scripts = requests.filter((it) => it.resourceType() === 'script').map((it) => it.url())
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all([...new Set(scripts)].map(compressedBytes))
    expect(sizes.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(250_000)
    // The build has compressed all of them, so that the first visitor after a start does not wait for that.
    const files = scripts.map((url) => join(builtPortal, new URL(url).pathname.replace('/portal/', '')))
    expect(files.filter((it) => !existsSync(`${it}.br`) || !existsSync(`${it}.gz`))).toEqual([])
  })
})

test('there is a picture of every page in the documentation, and the set is small', async () => {
  const names = await readdir(screenshotFolder)
  expect(names.toSorted()).toEqual([...screenshotNames()].sort())
  const sizes = await Promise.all(names.map(async (it) => (await stat(join(screenshotFolder, it))).size))
  expect(Math.min(...sizes)).toBeGreaterThan(1000)
  expect(sizes.reduce((sum, it) => sum + it, 0)).toBeLessThan(6_000_000)
})

/** What a browser receives that knows gzip only. */
function compressedBytes(url: string): Promise<number> {
  return new Promise((done, failed) => {
    const request = get(url, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      expect(response.headers['content-encoding']).toBe('gzip')
      let bytes = 0
      for await (const piece of response) bytes += piece.length
      done(bytes)
    })
    request.once('error', failed)
  })
}
