import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { downloadedText } from '../testing/visitor.ts'
import { contentBarriersOf } from './page-findings.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('referrals of a person are found by typing the name, and the header sorts them', async () => {
  const { page, faults } = await portal.visit(browser, 'referrals')
  await page.getByRole('button', { name: 'Referrer', exact: true }).click()
  await page.keyboard.type('referrer5')
  await page.getByRole('option', { name: /Grace Hopper.*referrer5@example[.]com/ }).waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await page.getByRole('option', { name: /referrer5@example[.]com/ }).click()
  await page.getByText('5 referrals', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?referringAccountId=acct_referrer_5')
  // Only one date has an index beside a person.
  const headers = page.getByRole('table', { name: 'Referrals' }).getByRole('columnheader')
  expect(await headers.getByRole('button').allTextContents()).toEqual(['Started'])
  await headers.getByRole('button', { name: 'Started' }).click()
  await page.waitForURL(/order=OLDEST/)
  await expect.poll(() => headers.nth(3).getAttribute('aria-sort')).toBe('ascending')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('30 referrals', { exact: true }).waitFor()
  await headers.getByRole('button', { name: 'Converted' }).click()
  await page.getByText('20 referrals', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

/** Opens the dialog of a list, and reads the file that it saves: the names of the columns, and the rows. */
async function savedFile(
  page: Page,
): Promise<{ readonly names: readonly string[]; readonly rows: string[] }> {
  await page.getByRole('button', { name: /^Export ?this list/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this list' })
  const text = await downloadedText(page, dialog.getByRole('button', { name: 'Save the file' }))
  await dialog.waitFor({ state: 'hidden' })
  const [header = '', ...rows] = text.replace('\ufeff', '').trim().split('\r\n')
  return { names: header.split(','), rows }
}

test('a filtered list is saved with what it shows, in the order in which it shows it', async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const { page, faults } = await portal.visitAlone(browser, 'referrals', phone)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('Ended')
  expect(await contentBarriersOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Show the list' }).click()
  await page.waitForURL(/status=ENDED/)
  await page.getByRole('button', { name: /^Filters ?, some are set/ }).waitFor()
  const count = await page.getByText(/^\d+ referrals?$/).innerText()
  await page.getByRole('button', { name: /^Export ?this list/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this list' })
  await dialog.getByText('filtered and sorted as you see it').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { names, rows } = await savedFile(page)
  expect(rows).toHaveLength(Number.parseInt(count, 10))
  expect(names.slice(0, 4)).toEqual(['referrer', 'friend', 'referralCode', 'status'])
  expect(rows.every((it) => it.split(',')[3] === 'ENDED')).toBe(true)
  const cards = page.getByRole('table', { name: 'Referrals' }).locator('tbody tr')
  const shown = await cards.evaluateAll((all) => all.map((it) => it.querySelector('code')?.textContent))
  expect(rows.map((it) => it.split(',')[2])).toEqual(shown)
  expect(faults).toEqual([])
})

test('a list of nothing but days is written by the service, however long it is', async () => {
  const { page, faults } = await portal.visit(browser, 'rewards')
  await page.getByRole('button', { name: /^Export ?this list/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this list' })
  await dialog.getByText('with all rewards, oldest first').waitFor()
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByRole('link', { name: 'Download it under Import / export' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import / export' }).waitFor()
  const list = page.getByRole('table', { name: 'Exports' })
  await list.getByRole('row', { name: /^Rewards/ }).waitFor()
  const requested = list.getByRole('columnheader', { name: 'Requested' })
  await requested.getByRole('button').click()
  await page.waitForURL(/order=OLDEST/)
  await expect.poll(() => requested.getAttribute('aria-sort')).toBe('ascending')
  await chooseLongAgo(page, 'Requested')
  await page.getByText('No export fits these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.waitFor()
  expect(faults).toEqual([])
})

test('the audit log is sorted by its header, chosen by days, and saved', async () => {
  const { page, faults } = await portal.visit(browser, 'settings?tab=security')
  const list = page.getByRole('table', { name: 'Audit log' })
  const first = () => list.getByRole('row').nth(1).innerText()
  const latest = await first()
  await list.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
  await page.waitForURL(/order=OLDEST/)
  await expect.poll(first).not.toBe(latest)
  const total = await page.getByText(/^[\d,]+ entries$/).innerText()
  const { names, rows } = await savedFile(page)
  expect(rows).toHaveLength(Number.parseInt(total.replace(',', ''), 10))
  expect(names).toContain('whatWasDone')
  const times = rows.map((it) => it.split(',')[0] ?? '')
  expect(times).toEqual(times.toSorted())
  await chooseLongAgo(page, 'Done')
  await page.getByText('No entry fits these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.waitFor()
  expect(faults).toEqual([])
})

test('deliveries of a webhook are sorted, chosen by days, and saved', async () => {
  const { page, faults } = await portal.visit(browser, 'webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const list = page.getByRole('table', { name: 'Deliveries' })
  await list.getByRole('row', { name: /test/ }).first().waitFor()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await list.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await page.waitForURL(/order=OLDEST/)
  await expect
    .poll(() => list.getByRole('columnheader', { name: 'Created' }).getAttribute('aria-sort'))
    .toBe('ascending')
  const { names, rows } = await savedFile(page)
  expect(names.slice(0, 2)).toEqual(['type', 'state'])
  expect(rows.some((it) => it.startsWith('test,'))).toBe(true)
  await chooseLongAgo(page, 'Created')
  await page.getByText('No delivery fits these filters').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('days are chosen on a phone among the filters, in a calendar that fits', async () => {
  const phone = { viewport: { width: 390, height: 700 } }
  const { page, faults } = await portal.visitAlone(browser, 'referrals', phone)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Started: any day' }).click()
  const days = page.getByRole('dialog', { name: 'Started' })
  await days.getByRole('button', { name: /^Today, / }).scrollIntoViewIfNeeded()
  const { y, height } = (await days.boundingBox()) ?? { y: -1, height: 0 }
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y + height).toBeLessThanOrEqual(phone.viewport.height)
  expect(await contentBarriersOf(page)).toEqual([])
  await days.getByRole('button', { name: 'Last 30 days' }).click()
  await page.waitForURL(/from=/)
  await page.getByRole('button', { name: /^Started: since / }).waitFor()
  expect(faults).toEqual([])
})

/** Chooses a day before everything that happened, as the first and the last one, by keys alone. */
async function chooseLongAgo(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `${label}: any day` }).click()
  await page.getByRole('dialog', { name: label }).locator('[aria-current="date"]:focus').waitFor()
  for (let years = 0; years < 8; years += 1) await page.keyboard.press('Shift+PageUp')
  await page.keyboard.press('Enter')
  await page.getByText(/choose the last day$/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${label}: \\w`) }).waitFor()
}
