import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()
const DAY_MS = 86_400_000

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
  const field = dialog.getByLabel('New time')
  const aheadDays = (Date.parse(`${await field.inputValue()}Z`) - Date.parse(String(before))) / DAY_MS
  expect(aheadDays).toBeGreaterThan(27)
  expect(aheadDays).toBeLessThan(32)
  // Of a month some days may be left in the last 30, or not.
  await field.fill(new Date(Date.parse(String(before)) + 30 * DAY_MS).toISOString().slice(0, 16))
  expect(await barriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  const shown = async () => Date.parse(String(await bar.getByRole('time').first().getAttribute('datetime')))
  await expect.poll(shown).toBeGreaterThan(Date.parse(String(before)) + 29 * DAY_MS)
  await page.keyboard.press('Escape')
  // The referrals of the last 30 days are in the 30 days before them now.
  await expect.poll(() => started.innerText()).toMatch(/Referrals started\s+0\s+−100%\s+from 30/)
  expect(await barriersOf(page)).toEqual([])

  // A calendar begins at the day of the program, not at that of the machine.
  const today = (await bar.getByRole('time').getAttribute('datetime'))?.slice(0, 10) ?? ''
  await page.getByRole('link', { name: 'Referrals', exact: true }).click()
  const days = page.getByRole('button', { name: /^Started: / })
  await days.click()
  const calendar = page.getByRole('dialog', { name: 'Started' })
  const present = calendar.locator('[aria-current="date"]')
  await expect.poll(() => present.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await present.innerText()).toBe(String(Number(today.slice(8))))
  expect(await barriersOf(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await calendar.getByRole('button', { name: /^Today, / }).click()
  const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
  await page.waitForURL(new RegExp(`from=${yesterday}&to=${today}`))
  await days.click()
  await calendar.getByRole('button', { name: 'Last 7 days' }).click()
  await page.waitForURL(
    new RegExp(`from=${new Date(Date.parse(today) - 6 * DAY_MS).toISOString().slice(0, 10)}$`),
  )
  await days.filter({ hasText: 'Started: since ' }).waitFor()

  // The times of an installation are by the clock of the machine alone.
  await portal.tenant.requestOk('POST', '/open/identify', { account_id: 'acct_clock', user_id: 'ann' })
  await page.getByRole('link', { name: 'Install', exact: true }).click()
  await bar.getByText('The times on this page are real ones.').waitFor()
  await page.getByText('by the clock of the test program.').waitFor()
  const times = page.locator('main time')
  await times.first().waitFor()
  const seen = await times.evaluateAll((all) =>
    all.map((it) => Date.parse(String(it.getAttribute('datetime')))),
  )
  expect(Math.max(...seen)).toBeLessThan((await shown()) - 20 * DAY_MS)
  expect(faults).toEqual([])
})
