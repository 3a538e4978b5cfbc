import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { downloadedText } from '../testing/visitor.ts'
import { contentBarriersOf } from './page-findings.ts'
import { addressOf } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

/** A file in which most rows are wrong: more than a page of errors. */
function usersFile() {
  const wrong = Array.from(
    { length: 30 },
    (_, index) => `acct_wrong_${index},user_wrong_${index},not an address`,
  )
  const rows = ['accountId,id,email', 'acct_new,user_new,new@example.com', ...wrong]
  return { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
}

test('an import is checked before anything is stored, every bad row is listed, and the others are imported', async () => {
  const { page, faults } = await portal.visit(browser, 'transfers?tab=imports')
  await page.getByText('No imports').waitFor()
  await page.getByRole('button', { name: 'Import a file' }).click()
  const form = page.getByRole('dialog', { name: 'Import a file' })
  await form.getByRole('radio', { name: 'Balances' }).check()
  const sources = form.getByLabel('Where the file is from')
  expect(await sources.getByRole('option').allInnerTexts()).toEqual(['A file of your own', 'SaaSquatch'])
  await form.getByRole('radio', { name: /^People/ }).check()
  await form.getByLabel('File', { exact: true }).setInputFiles(usersFile())
  expect(await contentBarriersOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Check the file' }).click()

  const drawer = page.getByRole('dialog', { name: 'Import', exact: true })
  await drawer.getByText('30 rows would be rejected').waitFor()
  const errors = drawer.getByRole('table', { name: 'Rejected rows' })
  await expect.poll(() => errors.getByRole('row').count()).toBe(26)
  expect(await errors.getByRole('row').nth(1).innerText()).toMatch(
    /3[\s\S]*E-mail[\s\S]*E-mail must be an e-mail address/,
  )
  await drawer.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => errors.getByRole('row').count()).toBe(6)
  expect(await contentBarriersOf(page)).toEqual([])
  expect((await portal.tenant.request('GET', '/account/acct_new/user/user_new')).status).toBe(404)

  // A page that is loaded again has no file.
  await page.reload()
  await drawer.getByRole('button', { name: 'Import the file now' }).click()
  await drawer.getByRole('alert').getByText('Check 1 field').waitFor()
  await drawer.getByLabel('File', { exact: true }).setInputFiles(usersFile())
  await drawer.getByRole('button', { name: 'Import the file now' }).click()
  await drawer.getByText('1 row added, 0 changed, 30 rejected').waitFor()
  await portal.tenant.requestOk('GET', '/account/acct_new/user/user_new')

  const save = drawer.getByRole('button', { name: 'Download rejected rows' })
  const rejected = await downloadedText(page, save)
  expect(rejected.split('\r\n')).toHaveLength(32)
  expect(await contentBarriersOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import a file' }).click()
  await form.getByRole('radio', { name: /^People/ }).check()
  const mended = Buffer.from(rejected.replaceAll('not an address', ''))
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'rejected.csv', mimeType: 'text/csv', buffer: mended })
  await form.getByRole('button', { name: 'Check the file' }).click()
  await drawer.getByText('Every row can be imported').waitFor()
  await drawer.getByRole('button', { name: 'Import the file now' }).click()
  await drawer.getByText('30 rows added, 0 changed, 0 rejected').waitFor()
  await page.keyboard.press('Escape')
  const imports = page.getByRole('table', { name: 'Imports' }).getByRole('row')
  await expect.poll(() => imports.count()).toBe(5)
  const names = ['rejected.csv', 'rejected.csv', 'users.csv', 'users.csv']
  expect((await imports.allInnerTexts()).slice(1).map((it) => /\S+[.]csv/.exec(it)?.[0])).toEqual(names)
  expect(faults).toEqual([])
})

test('a file that failed says why, and offers no size and no day until which it is kept', async () => {
  await portal.tenant.requestOk('POST', '/exports', { kind: 'users', format: 'csv' })
  const { page, faults } = await portal.visit(browser, 'home')
  const failed = { state: 'FAILED', failure: 'A row is too long.', downloadUrl: null, dateExpires: null }
  await page.route(/\/(imports|exports)\?/, async (route) => {
    const answer = await (await route.fetch()).text()
    const list = /imports\?/.test(route.request().url()) ? 'imports' : 'exports'
    const { [list]: rows, ...page } = JSON.parse(answer)
    await route.fulfill({ json: { ...page, [list]: rows.map((it: object) => ({ ...it, ...failed })) } })
  })
  await page.goto(addressOf(portal, 'transfers'))
  const row = page.getByRole('table').getByRole('row').nth(1)
  await expect.poll(() => row.innerText()).toMatch(/^People\s+Failed\s+Something went wrong[^–]*\sCSV$/)
  await page.getByRole('tab', { name: 'Imports' }).click()
  await row.getByText('A row is too long.').waitFor()
  expect(faults).toEqual([])
})

test('the columns of another product are proposed and can be changed, with the first rows as they are read', async () => {
  const { page, faults } = await portal.visit(browser, 'transfers?tab=imports')
  await page.getByRole('button', { name: 'Import a file' }).first().click()
  const form = page.getByRole('dialog', { name: 'Import a file' })
  const choose = (name: string, text: string) =>
    form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const table = form.getByRole('region', { name: 'First rows' }).getByRole('row')
  await choose(
    'affiliates.csv',
    '"Affiliate ID","Email","Username","Coupon"\n"77","nora@example.org","nora","NORA20"\n',
  )
  await expect.poll(() => table.nth(1).innerText()).toMatch(/^77\s+77\s+nora@example\.org$/)
  expect(await contentBarriersOf(page)).toEqual([])
  await form.getByLabel('Account ID').selectOption('No column')
  await form.getByRole('button', { name: 'Check the file' }).click()
  await form.getByText('Choose the column.').waitFor()
  await form.getByLabel('Account ID').selectOption('Username')
  await form.getByLabel('Referral code').selectOption('Coupon')
  await expect.poll(() => table.nth(1).innerText()).toMatch(/^nora\s+77\s+nora@example\.org\s+NORA20$/)
  await form.getByRole('button', { name: 'Check the file' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import', exact: true })
  await drawer.getByText('Every row can be imported').waitFor()
  await drawer.getByRole('button', { name: 'Import the file now' }).click()
  await drawer.getByText('1 row added, 0 changed, 0 rejected').waitFor()
  const nora = await portal.tenant.requestOk('GET', '/account/nora/user/77')
  expect(nora).toMatchObject({ email: 'nora@example.org', referralCode: 'NORA20' })

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import a file' }).first().click()
  await form.getByRole('radio', { name: 'Referrals' }).check()
  await choose(
    'referrals.csv',
    'email,uid,state,ref_id,created_at\nleo@example.org,cus_leo,active,NORA20,5.1.2026\n',
  )
  await expect.poll(() => form.getByLabel('Where the file is from').inputValue()).toBe('firstpromoter')
  const dates = form.getByLabel('How dates are written')
  await expect.poll(() => table.nth(1).innerText()).toMatch(/NORA20\s+cus_leo\s+CONVERTED\s+2026-01-05 00:00/)
  expect(await dates.inputValue()).toBe('DD.MM.YYYY')
  await form.getByText('Found in the file: 5.1.2026 is January 5, 2026.').waitFor()
  // A date that can be read in two ways is asked for, and not guessed.
  await choose('referrals.csv', 'uid,state,ref_id,created_at\ncus_leo,signup,NORA20,03/04/2026\n')
  await form.getByText('03/04/2026 can be March 4, 2026 or April 3, 2026.').waitFor()
  await form.getByRole('button', { name: 'Check the file' }).click()
  await form.getByText('Choose how dates are written: 03/04/2026 can be').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await dates.selectOption('31/12/2026, the day first')
  await expect.poll(() => table.nth(1).innerText()).toContain('2026-04-03 00:00')
  await form.getByRole('button', { name: 'Check the file' }).click()
  await drawer.getByText('Every row can be imported').waitFor()
  expect(faults).toEqual([])
})

test('records of some days are exported to a file that can be downloaded', async () => {
  const { page, faults } = await portal.visit(browser, 'transfers')
  await page.getByRole('button', { name: 'Export to a file' }).click()
  const form = page.getByRole('dialog', { name: 'Export records to a file' })
  await form.getByLabel('Records', { exact: true }).selectOption('People')
  await form.getByLabel('Created from').fill('2020-01-02')
  await form.getByLabel('Created to').fill('2020-01-01')
  await form.getByRole('button', { name: 'Export', exact: true }).click()
  await form.getByText('This is before the beginning.').waitFor()
  await form.getByLabel('Created to').fill('2099-12-31')
  expect(await contentBarriersOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Export', exact: true }).click()
  const link = page.getByRole('link', { name: 'Download People as CSV' })
  expect(await downloadedText(page, link)).not.toBe('')
  expect(faults).toEqual([])
})
