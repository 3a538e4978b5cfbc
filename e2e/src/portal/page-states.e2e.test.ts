import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { allPages } from './all-pages.ts'
import { findingsOf } from './page-findings.ts'
import { addressOf, navigateTo } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

/** Overlays of pages, and states instead of their content. */
const states: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<unknown>])[] = [
  ['a dialog with a form', 'webhooks', (page) => click(page, 'Add a webhook')],
  ['a question', 'settings?tab=danger', (page) => click(page, 'Erase the test data')],
  ['an editor', 'users/acct_ada/acct_ada_user', (page) => click(page, 'Edit')],
  ['a drawer', 'rewards', openRow],
  ['an entry of the audit log', 'settings?tab=security', openRow],
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
    // The portal would show data that it has read before: only Home was visited in this program.
    if (path === 'home') await page.reload()
    await navigateTo(page, addressOf(portal, path))
    // The client tries again before it gives up.
    await page.getByText('Something went wrong in the service').first().waitFor()
    findings.push(...(await findingsOf(page, `${path} with an error`, turn)))
  }
  expect(findings).toEqual([])
  expect(faults).toEqual([])
})

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

async function openRow(page: Page): Promise<void> {
  await page.getByRole('table').last().getByRole('row').nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
}
