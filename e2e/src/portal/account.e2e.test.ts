import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('an account without a person gets a reward, is blocked and unblocked on its page', async () => {
  const { page, faults, requests } = await portal.visit(browser, 'accounts/acct_dana')
  // A friend comes by the code of a person, and it has none.
  await page.getByRole('button', { name: 'Give a reward' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add a referral' }).count()).toBe(0)
  const responses = await Promise.all(requests.map((it) => it.response()))
  expect(responses.filter((it) => it !== null && it.status() >= 400).map((it) => it?.url())).toEqual([])
  await page.getByRole('button', { name: 'Give a reward' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give Account acct_dana a reward' })
  await dialog.getByRole('button', { name: 'Give the reward' }).click()
  await dialog.getByText('Choose what to give.').waitFor()
  await dialog.getByLabel('Type').selectOption('A discount in percent')
  await dialog.getByText('From today: so many monthly bills.').waitFor()
  await dialog.getByLabel('Discount', { exact: true }).fill('15')
  expect(await contentBarriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Give the reward' }).click()
  await page.getByText('Given: 15% off for 1 month.', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const block = page.getByRole('dialog', { name: 'Block Account acct_dana?' })
  await block.getByLabel('Reason').fill('A test of the tests')
  await block.getByRole('button', { name: 'Block the account' }).click()
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Unblock', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was a mistake')
  await page.getByRole('button', { name: 'Unblock the account' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('an account leads to what of it waits in Review, and adds a referral by its first person', async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const { page, faults } = await portal.visitAlone(browser, 'accounts/acct_referrer_5', phone)
  await page.getByRole('button', { name: 'Add a referral' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a referral of Grace Hopper' })
  await dialog.getByLabel(/^Find the friend/).fill('acct_friend_3')
  await dialog.getByRole('list', { name: 'Friends found' }).getByRole('button').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await fitsInWidth(page)).toBe(true)
  expect(await contentBarriersOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Open in Review (1)' }).click()
  await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
  await page.getByText('Only referrals by Grace Hopper.').waitFor()
  await page.getByText('1 referral', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Show all that waits' }).click()
  await page.getByText('2 referrals', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
