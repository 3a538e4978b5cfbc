import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('staff move the test clock ahead, and Home counts by it', async () => {
  const { page, faults } = await portal.visit(browser, 'home?range=30d')
  const started = page
    .getByRole('group', { name: 'Figures, each with its chart' })
    .getByRole('button', { name: /^Referrals started/ })
  await started.waitFor()
  expect(await started.innerText()).toMatch(/30/)
  const bar = page.getByRole('note').filter({ hasText: 'Test mode' })
  const before = await bar.getByRole('time').getAttribute('datetime')
  await bar.getByRole('button', { name: 'Move the clock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the test clock' })
  await dialog.getByRole('button', { name: '1 month' }).click()
  expect(await barriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  const shown = async () => Date.parse(String(await bar.getByRole('time').first().getAttribute('datetime')))
  await expect.poll(shown, { timeout: 30_000 }).toBeGreaterThan(Date.parse(String(before)) + 27 * 86_400_000)
  await page.keyboard.press('Escape')
  // What was in the last 30 days is in the 30 days before them now.
  await expect
    .poll(() => started.innerText(), { timeout: 30_000 })
    .toMatch(/Referrals started\s+0\s+−100% from 30/)
  expect(await barriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a live program has no test clock', async () => {
  const { page, faults } = await portal.visit(browser, 'home')
  await page.getByRole('note').filter({ hasText: 'Test mode' }).waitFor()
  await page.getByText('Live', { exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await expect.poll(() => page.getByRole('note').filter({ hasText: 'Test mode' }).count()).toBe(0)
  expect(faults).toEqual([])
})
