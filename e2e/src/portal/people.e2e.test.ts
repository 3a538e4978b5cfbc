import { setTimeout as pause } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { shiftOf, watchShifts } from '../testing/layout-shift.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('staff find out why a referral waits, and decide about one side with a way back', async () => {
  const { page, faults } = await portal.visit(browser, 'referrals?moderationStatus=PENDING')
  await page.getByRole('row').filter({ hasText: 'by Grace Hopper' }).getByRole('link').click()
  await page.getByRole('heading', { name: /^Grace Hopper referred / }).waitFor()
  await page.getByRole('list', { name: 'What happened' }).getByText('The account paid').first().waitFor()
  await expectNoBarriersInFullRun(page)

  // Tab leads from the heading to each decision, without a mouse.
  const friend = 'محمد الخوارزمي'
  const approve = page.getByRole('button', { name: `Approve ${friend}’s reward` })
  await page.getByRole('heading', { level: 1 }).focus()
  while (!(await approve.evaluate((it) => it === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`${friend}’s reward was approved.`, { exact: true }).waitFor()
  await page.getByText('20% off for 12 months').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The decision was undone.', { exact: true }).waitFor()
  await approve.waitFor()
  expect(faults).toEqual([])
})

test('what rules found and who decided is shown, and follows the next decision', async () => {
  const { page, faults } = await portal.visit(browser, 'review?tab=rules')
  const rules = page.getByRole('table', { name: 'Fraud rules' })
  const email = rules.getByRole('row', { name: /^Same e-mail address Active/ })
  await email.getByText('1 of 20').first().waitFor()
  await rules
    .getByRole('row', { name: /^Same user ID Watch only/ })
    .getByRole('link', { name: '1' })
    .waitFor()
  await expectNoBarriersInFullRun(page)

  await email.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor()
  await page.getByText('1 referral', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Referrals' }).getByRole('link').click()
  const heading = page.getByRole('heading', { name: 'Referrer', exact: true })
  const referrer = page.locator('section').filter({ has: heading })
  await referrer.getByText('olivia@acme.example').waitFor()
  await referrer.getByRole('button', { name: /^Approve .*’s reward$/ }).click()
  await page.getByText(/’s reward was approved\.$/).waitFor()

  await expect
    .poll(async () => JSON.stringify(await portal.tenant.requestOk('GET', '/fraud-rules')))
    .toContain('"confirmedRate":50')
  await page.goto(addressOf(portal, 'program?tab=trust'))
  // The rules stand in groups that are closed at first.
  await expect
    .poll(() => page.locator('main').textContent())
    .toMatch(
      /1 referral found\. Of its 2 sides 1 was denied by your staff, 1 was approved by your staff\..*2 were left as they are\./s,
    )
  expect(await page.locator('main').textContent()).toMatch(/From \d+ to [\d,]+; \d+ if it is left empty\./)
  expect(faults).toEqual([])
})

test('a user is found, corrected, given a reward and erased', async () => {
  await portal.tenant.user('acct_<b>', {
    firstName: '<img src=x onerror=alert(1)>',
    email: 'mallory@example.com',
  })
  const { page, faults } = await portal.visit(browser, 'users')
  await page.getByLabel(/^Search by name/).fill('mallory')
  await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).click()
  await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>' }).waitFor()
  await isLoaded(page)
  await expectNoBarriersInFullRun(page)

  await page.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit the person' })
  await editor.getByLabel('First name').fill('Mallory')
  await editor.getByLabel('E-mail', { exact: true }).fill('not an address')
  await editor.getByRole('button', { name: 'Save the person' }).click()
  await expect
    .poll(() => editor.getByLabel('E-mail', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true')
  await editor.getByLabel('E-mail', { exact: true }).fill('mal@example.com')
  await editor.getByRole('button', { name: 'Save the person' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mallory' }).waitFor()

  await page.getByRole('button', { name: 'Give a reward' }).click()
  const giver = page.getByRole('dialog', { name: 'Give Mallory a reward' })
  await giver.getByLabel('Type').selectOption('A discount in percent')
  await expectNoBarriersInFullRun(page)
  await giver.getByRole('button', { name: 'Give the reward' }).click()
  await page.getByText('Given: 10% off for 1 month.', { exact: true }).waitFor()
  await page.getByText('10% off the next bill').waitFor()

  await page.getByRole('button', { name: 'Disable the code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable the code' }).click()
  await page.getByRole('button', { name: 'Enable the code' }).waitFor()

  // Messages are over the bottom of the window, and never over the last controls of a page that is scrolled to its end.
  await page.getByText('The code was disabled.', { exact: true }).waitFor()
  expect(await page.getByText('The person was saved.', { exact: true }).count()).toBe(0)
  const downloading = page.getByRole('button', { name: 'Download all data' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await isUncovered(downloading)).toBe(true)
  const download = page.waitForEvent('download')
  await downloading.click()
  expect((await download).suggestedFilename()).toBe('data-of-acct_<b>_user.json'.replace(/[<>]/g, '_'))

  await page.getByRole('button', { name: 'Erase the person' }).click()
  const question = page.getByRole('dialog', { name: 'Erase Mallory?' })
  const erase = question.getByRole('button', { name: 'Erase the person' })
  expect(await erase.isDisabled()).toBe(true)
  await question.getByLabel(/to confirm$/).fill('acct_<b>_user')
  await erase.click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  expect((await portal.tenant.request('GET', '/users?query=mal')).body.count).toBe(0)
  expect(faults).toEqual([])
})

test('a reward whose answers are lost is given once, however often the form is sent', async () => {
  const { page } = await portal.visit(browser, 'users/acct_referrer_1/acct_referrer_1_user')
  const figures = page.getByLabel('What came of the links')
  await figures.getByText('Customers').waitFor()
  expect(await figures.innerText()).toMatch(/^[1-9]\d*\s+Friends|^Friends\s+[1-9]/)
  const keys: (string | undefined)[] = []
  let isCutOff = true
  await page.route('**/rewards', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    // The service acts on the request, and its answer is lost.
    if (isCutOff) await route.fetch()
    return isCutOff ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Give a reward' }).click()
  const give = page.getByRole('dialog').getByRole('button', { name: 'Give the reward' })
  const choose = () => page.getByRole('dialog').getByLabel('Type').selectOption('A discount in percent')
  await choose()
  await give.click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  expect(keys.length).toBeGreaterThan(1)
  isCutOff = false
  await give.click()
  await page.getByText('Given: 10% off for 1 month.', { exact: true }).waitFor()
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^portal-/)
  const { count } = await portal.tenant.requestOk(
    'GET',
    '/rewards?accountId=acct_referrer_1&type=PCT_DISCOUNT',
  )
  expect(count).toBe(1)
  // The same reward again is another one.
  await page.getByRole('button', { name: 'Give a reward' }).click()
  await choose()
  await give.click()
  await expect.poll(() => new Set(keys).size).toBe(2)
})

test('an account is blocked and unblocked, and a friend who forgot the code is attributed by hand', async () => {
  const { tenant } = portal
  const code = await tenant.user('acct_ida', { firstName: 'Ida', email: 'ida@example.com' })
  await tenant.friend('acct_kim', code)
  await tenant.user('acct_lee', { firstName: 'Lee', email: 'lee@example.com' })
  await tenant.pay('acct_lee')
  const { page, faults } = await portal.visit(browser, 'users/acct_ida/acct_ida_user')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Block Ida?' })
  await question.getByText(/^1 code of the account stops working/).waitFor()
  await question.getByText(/^1 referral in progress is held/).waitFor()
  await expectNoBarriersInFullRun(page)
  await question.getByRole('button', { name: 'Block the account' }).click()
  await expect.poll(() => question.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true')
  await question.getByLabel('Reason').fill('Makes up friends.')
  await question.getByRole('button', { name: 'Block the account' }).click()
  await page.getByText('The account acct_ida was blocked.', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'What happened' }).getByText('“Makes up friends.”').waitFor()
  await page.getByText('New friends cannot use it: the account is blocked.').waitFor()

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
  await page.getByLabel('Blocked or not').selectOption('Blocked')
  await page.getByRole('row', { name: /Ida Blocked/ }).waitFor()
  await page.getByRole('link', { name: 'Ida' }).click()
  await page.getByRole('button', { name: 'Unblock' }).click()
  const answer = page.getByRole('dialog', { name: 'Unblock Ida?' })
  await answer.getByLabel('Reason').fill('They are a family.')
  await answer.getByRole('button', { name: 'Unblock the account' }).click()
  await page.getByText('The account acct_ida was unblocked.', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Add a referral' }).click()
  const form = page.getByRole('dialog', { name: 'Add a referral of Ida' })
  await form.getByLabel(/^Find the friend/).fill('lee@')
  await form.getByRole('button', { name: 'Choose Lee' }).click()
  await form.getByText(/^The account has paid already: the referral converts at once/).waitFor()
  await expectNoBarriersInFullRun(page)
  await form.getByLabel(/^Add it although/).check()
  await form.getByLabel('Reason').fill('Forgot the code.')
  await form.getByRole('button', { name: 'Add the referral' }).click()
  await page.getByText('Lee is now a referral that converted.', { exact: true }).waitFor()
  expect(await tenant.referral('acct_lee')).toMatchObject({ status: 'CONVERTED', attributedByHand: true })
  expect(faults).toEqual([])
})

/** Whether a click in its middle meets it. */
function isUncovered(control: Locator): Promise<boolean> {
  return control.evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect()
    return it.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}

test('a person and the bills print as a report, dark on white in a dark theme as well', async () => {
  const { page, faults } = await portal.visitAlone(browser, 'users/acct_ada/acct_ada_user', {
    colorScheme: 'dark',
  })
  const reward = page.getByRole('button', { name: 'Give a reward' })
  await reward.waitFor()
  await page.emulateMedia({ media: 'print' })
  await reward.waitFor({ state: 'hidden' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).toBe('rgb(255, 255, 255)')
  await page.getByText('Friends', { exact: true }).first().waitFor()
  await page.emulateMedia({ media: null })
  await page.goto(addressOf(portal, 'bills'))
  await page.getByRole('search').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('search').waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: null })
  await page.goto(addressOf(portal, 'review'))
  await page.getByRole('tab', { name: 'Not confirmed' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('tab', { name: 'Not confirmed' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(1)
  expect(faults).toEqual([])
})

test('the page of a person has the five newest rewards, and leads to all of them', async () => {
  for (let quantity = 1; quantity <= 6; quantity += 1) {
    await portal.tenant.give('acct_dana', { type: 'FEATURE', featureType: 'Extra seat', quantity })
  }
  const { page, faults } = await portal.visit(browser, 'accounts/acct_dana')
  const given = page.getByText(/^[0-9]+ × Extra seat$/)
  await expect.poll(() => given.allInnerTexts()).toHaveLength(5)
  expect(await given.first().innerText()).toBe('6 × Extra seat')
  await page.getByRole('link', { name: 'All rewards of this account' }).click()
  await page.waitForURL(/rewards\?accountId=acct_dana$/)
  await page.getByText('6 rewards', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('the page of a person and the list of rewards say what waits for others, and from when on', async () => {
  const month = { type: 'PCT_DISCOUNT', monthsDiscountIsValid: 1, stacking: 'QUEUE' } as const
  await portal.tenant.user('acct_eli')
  for (const discountPercent of [30, 20, 10])
    await portal.tenant.give('acct_eli', { ...month, discountPercent })
  const placed = async () => {
    const { rewards } = await portal.tenant.requestOk('GET', '/rewards?accountId=acct_eli&order=OLDEST')
    return (rewards as readonly { readonly queuePosition: number }[]).map((it) => it.queuePosition)
  }
  await expect.poll(placed).toEqual([0, 1, 2])
  const { page, faults } = await portal.visit(browser, 'accounts/acct_eli')
  await page.getByText('30% off the next bill. 2 discounts wait for later bills.').waitFor()
  await page.getByText(/, in use, until /).waitFor()
  await page.getByText(/, waits for 1 other, from /).waitFor()
  await page.getByText(/, waits for 2 others, from /).waitFor()
  await page.goto(addressOf(portal, 'rewards?accountId=acct_eli'))
  await page
    .getByRole('row', { name: /^20% off/ })
    .getByText(/^Waits for 1 other, from /)
    .waitFor()
  await page.getByRole('link', { name: '10% off for 1 month, one after another' }).click()
  const drawer = page.getByRole('dialog', { name: /^10% off/ })
  await drawer.getByText(/^Waits for 2 others, from /).waitFor()
  expect(faults).toEqual([])
})

test('the page of a person on a phone stays where it is when its figures come late', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true }
  const { page } = await portal.visitAlone(browser, 'users/acct_referrer_1/acct_referrer_1_user', phone)
  await watchShifts(page)
  await page.route('**/figures', async (route) => {
    await pause(500)
    await route.continue()
  })
  await page.reload()
  await page.getByText('Customers', { exact: true }).waitFor()
  await isLoaded(page)
  expect(await shiftOf(page)).toBeLessThan(0.02)
})
