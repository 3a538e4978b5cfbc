import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('what is typed right after Ctrl+K is in the field of the palette, and Enter opens the first one found', async () => {
  const { page, faults } = await portal.visit(browser, 'home')
  // Nothing is waited for: the palette was never opened, so its script is still being loaded.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('grace hop')
  const field = page.getByPlaceholder(/^Go to a page/)
  await expect.poll(() => field.inputValue()).toBe('grace hop')
  // Asked again, because the field is replaced by the one of the palette as soon as its script is there.
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.getByRole('option', { name: /Grace Hopper/, selected: true }).waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor()

  // The second time its script is there. Its button puts the focus into the field as well.
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.keyboard.type('rewards')
  await expect.poll(() => field.inputValue()).toBe('rewards')
  await page.getByRole('option', { name: /^Rewards/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Rewards' }).waitFor()
  expect(faults).toEqual([])
})

test('an account without a person and without a referral is found by its ID and has a page', async () => {
  const { page, faults } = await portal.visit(browser, 'home')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('acct_dana')
  await page.getByRole('option', { name: /^Account acct_dana/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Account acct_dana' }).waitFor()
  await page.getByText('A referral code still counts.').first().waitFor()
  await page.getByText('No person is identified yet.').waitFor()
  await page.getByText('trial, €49.90').waitFor()
  await isLoaded(page)
  expect(await contentBarriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('an account is found by its customer ID at the payment processor, and by the ID in the list of people', async () => {
  await portal.tenant.sync('acct_erin', { paymentProviderId: 'cus_4471', subscription: { status: 'PAID' } })
  const { page, faults } = await portal.visit(browser, 'users')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cus_44')
  await page.getByRole('option', { name: /^Account acct_erin/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Account acct_erin' }).waitFor()
  await page.getByText('It paid before any code came').first().waitFor()

  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  await page.getByLabel(/^Search by name/).click()
  await page.keyboard.type('acct_eri')
  await page.getByRole('list', { name: 'Accounts' }).getByRole('link', { name: 'acct_erin' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account acct_erin' }).waitFor()

  await page.goto(addressOf(portal, 'users?query=acct_dana'))
  await page.getByRole('list', { name: 'Accounts' }).getByRole('link', { name: 'acct_dana' }).waitFor()
  await page.getByText('No person was found', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('the timeline of a referrer names the friends, and an erased one is called so', async () => {
  await portal.tenant.user('acct_ruth', { firstName: 'Ruth', lastName: 'Referrer' })
  const { referralCode } = await portal.tenant.requestOk('GET', '/account/acct_ruth/user/acct_ruth_user')
  for (const [id, firstName] of [
    ['acct_sam', 'Sam'],
    ['acct_tess', 'Tess'],
  ] as const) {
    await portal.tenant.user(id, { firstName, lastName: 'Friend' })
    await portal.tenant.sync(id, { referral: { code: referralCode }, subscription: { status: 'PAID' } })
  }
  await portal.tenant.requestOk('DELETE', '/account/acct_tess/user/acct_tess_user')
  const { page, faults } = await portal.visit(browser, 'users/acct_ruth/acct_ruth_user')
  const timeline = page.getByRole('list', { name: 'What happened' })
  await timeline.getByText('Sam Friend: The account paid for the first time.').first().waitFor()
  await timeline.getByText('Erased person: The account paid for the first time.').first().waitFor()
  await page.getByText('IDs', { exact: true }).click()
  await page.getByRole('link', { name: 'acct_ruth' }).waitFor()
  expect(await page.locator('main').textContent()).not.toContain('erased-')
  for (const list of ['referrals', 'rewards']) {
    await page.goto(addressOf(portal, list))
    await isLoaded(page)
    await page.getByRole('table').getByText('Erased person').first().waitFor()
    expect(await page.locator('main').textContent()).not.toContain('erased-')
  }
  expect(faults).toEqual([])
})
