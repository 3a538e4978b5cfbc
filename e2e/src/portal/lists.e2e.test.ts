import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('referrals of a person are found by typing the name, and the header sorts them', async () => {
  const { page, faults } = await portal.visit(browser, 'referrals')
  await page.getByRole('button', { name: 'Referrer', exact: true }).click()
  await page.keyboard.type('referrer5')
  await page.getByRole('option', { name: /Grace Hopper.*referrer5@example[.]com/ }).waitFor()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('option', { name: /referrer5@example[.]com/ }).click()
  await page.getByText('5 referrals', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?referringAccountId=acct_referrer_5')
  // Only one date has an index beside a person.
  const headers = page.getByRole('table', { name: 'Referrals' }).getByRole('columnheader')
  expect(await headers.getByRole('button').allTextContents()).toEqual(['Started'])
  await headers.getByRole('button', { name: 'Started' }).click()
  await page.waitForURL(/order=OLDEST/)
  await expect.poll(() => headers.nth(5).getAttribute('aria-sort')).toBe('ascending')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('30 referrals', { exact: true }).waitFor()
  await headers.getByRole('button', { name: 'Converted' }).click()
  await page.getByText('20 referrals', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a phone has the filters in a sheet, and a list can be written to a file', async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const { page, faults } = await portal.visit(browser, 'referrals', phone)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('Ended')
  expect(await barriersOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Show the list' }).click()
  await page.waitForURL(/status=ENDED/)
  await page.getByRole('button', { name: /^Filters ?, some are set/ }).waitFor()
  await page.getByRole('button', { name: /^Export ?this list/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this list' })
  await dialog.getByText('The other filters of this page do not apply').waitFor()
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByRole('link', { name: 'Download it under Import / export' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import / export' }).waitFor()
  expect(faults).toEqual([])
})
