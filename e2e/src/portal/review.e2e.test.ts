import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { addressOf } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('the review queue is worked off by keyboard, and decisions can be undone', async () => {
  const { page, faults } = await portal.visit(browser, 'review')
  const queue = page.getByRole('list', { name: 'Waiting rewards' })
  expect(await queue.getByRole('listitem').count()).toBe(2)
  await expectNoBarriersInFullRun(page)
  await page.getByRole('link', { name: /^Review 2 waiting/ }).waitFor()
  const total = page.locator('dl[aria-label="In total"]')
  await total.getByText('about €269.52').waitFor()
  await total.getByText('4 rewards').waitFor()
  await queue.getByText('about €134.76').first().waitFor()
  await queue.getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const stake = page.getByRole('list', { name: 'At stake' })
  await stake.getByText(/would get €15\.00\.$/).waitFor()
  await stake.getByText('would get 20% off for 12 months, about €119.76 on 12 bills.').waitFor()
  const before = page.getByRole('region', { name: 'Decided before' }).getByText(/ Other referrals: /)
  await before.first().waitFor()
  await page.getByRole('table', { name: 'Evidence' }).getByText('friend5@example.com').waitFor()
  await page.keyboard.press('d')
  await page.getByText('Both rewards are denied.', { exact: true }).waitFor()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(2)
  // Until the undoing has ended, a key does nothing.
  const approve = page.getByRole('button', { name: /^Approve / })
  await expect.poll(() => approve.isEnabled()).toBe(true)
  await queue.getByRole('button').first().focus()
  await page.keyboard.press('a')
  await page.getByText(/ rewards? (is|are) approved\.$/).waitFor()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(2)
  await expect.poll(() => approve.isEnabled()).toBe(true)

  await page.getByRole('button', { name: 'Choose all on this page' }).click()
  await page.getByRole('heading', { name: '2 referrals chosen' }).waitFor()
  await page.getByRole('button', { name: 'Approve the rewards of 2 referrals' }).click()
  await page.getByText('Nothing is waiting for you').waitFor()
  expect(faults).toEqual([])
})

test('what waits with one referral is chosen as a whole, decided and taken back, on a phone as well', async () => {
  const { tenant } = portal
  const code = await tenant.user('acct_busy', { firstName: 'Ines', email: 'ines@example.com' })
  for (const name of ['Kim', 'Lee', 'Max']) {
    await tenant.user(`acct_${name}`, { firstName: name })
    const price = { status: 'TRIAL', value: name === 'Max' ? 99.9 : 9.9, currency: 'EUR' }
    await tenant.sync(`acct_${name}`, { subscription: price, referral: { code } })
    await tenant.moderate('PEND', String((await tenant.referral(`acct_${name}`)).id))
  }
  const size = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const { page, faults } = await portal.visitAlone(browser, 'review', size)
  const queue = page.getByRole('list', { name: 'Waiting rewards' })
  // The most at stake comes first.
  await expect.poll(() => queue.getByRole('listitem').first().textContent()).toContain('Ines → Max')
  await queue.getByText('2 others wait with it').first().waitFor()
  await expectNoBarriersInFullRun(page)
  await page.getByRole('link', { name: 'Show only these' }).click()
  await page.getByText('Only what waits around one referral').waitFor()
  await page.getByRole('button', { name: 'Choose all related referrals' }).click()
  await page.getByRole('heading', { name: '3 referrals chosen' }).waitFor()
  await page.getByText(/^6 rewards, about €/).waitFor()
  await expectNoBarriersInFullRun(page)
  await page.getByRole('button', { name: 'Deny the rewards of 3 referrals' }).click()
  await page.getByText('Everything around this referral is decided.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(3)
  await page.getByRole('button', { name: 'Choose all on this page' }).click()
  await page.getByRole('button', { name: 'Approve the rewards of 3 referrals' }).click()
  await page.getByText('Everything around this referral is decided.').waitFor()
  await page.getByRole('link', { name: 'Show all that waits' }).click()
  await page.getByText('Nothing is waiting for you').waitFor()
  await page.getByText('Half decided within').waitFor()
  expect(faults).toEqual([])
})

test('friends that web pages alone reported wait apart from what staff have to decide, and get no e-mails', async () => {
  const { tenant } = portal
  const code = await tenant.user('acct_flooded', { firstName: 'Mina', email: 'mina@example.com' })
  for (let index = 0; index < 6; index += 1) {
    await tenant.requestOk('POST', '/open/identify', {
      account_id: `acct_guess_${index}`,
      user_id: 'guess',
      email: `guess${index}@example.com`,
      referral_code: code,
      account_status: 'PAID',
    })
  }
  const { page, faults } = await portal.visit(browser, 'home')
  await page.getByText('3 referrals that only web pages reported wait until your server').click()
  const queue = page.getByRole('list', { name: 'Waiting rewards' })
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(3)
  await queue
    .getByText(/^Your server never confirmed (?!this)/)
    .first()
    .waitFor()
  await expectNoBarriersInFullRun(page)
  await page.getByRole('tab', { name: 'Waiting' }).click()
  await expect.poll(() => queue.getByRole('listitem').count()).not.toBe(3)
  await page.getByRole('tab', { name: 'Not confirmed' }).click()
  await page.getByRole('button', { name: 'Choose all on this page' }).click()
  await page.getByRole('button', { name: 'Deny the rewards of 3 referrals' }).click()
  await page.getByText('Nothing waits for a confirmation').waitFor()
  await page.goto(addressOf(portal, 'users/acct_guess_0/guess'))
  await page.getByText(/^Gets no e-mails, and no link to sign in/).waitFor()
  expect(faults).toEqual([])
})
