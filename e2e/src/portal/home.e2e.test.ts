import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { addressOf } from './page-state.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('Home of a new program says what comes next, from the first person to the first payment', async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const { page, faults } = await portal.visitAlone(browser, 'home', phone)
  const { liveTenant } = portal
  await liveTenant.program({
    name: 'Acme Cloud',
    landingPage: 'https://shop.example.com/welcome',
    referredReward: { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 12 },
  })
  await page.goto(addressOf({ ...portal, alias: portal.live }, 'home'))
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  expect(await page.getByLabel('Range', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Copy the snippet' }).getAttribute('href')).toMatch(/install$/)
  expect(await page.getByText(/can refer, and no friend has come yet/).count()).toBe(0)

  // The page looks again by itself.
  const code = await liveTenant.user('ada', { firstName: 'Ada', lastName: 'Lovelace' })
  await page.getByText('1 person can refer, and no friend has come yet').waitFor()
  expect(await barriersOf(page)).toEqual([])
  expect(await fitsInWidth(page)).toBe(true)

  await liveTenant.friend('bob', code)
  await page.getByText('No friend has paid yet').waitFor()
  await page.getByText('when your server reports the status PAID').waitFor()
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
  expect(await barriersOf(page)).toEqual([])
  expect(await fitsInWidth(page)).toBe(true)
  await page.getByRole('link', { name: 'See who is in progress' }).click()
  await page.getByText('1 referral', { exact: true }).waitFor()

  await liveTenant.pay('bob')
  await page.goto(addressOf({ ...portal, alias: portal.live }, 'home'))
  await page.getByRole('heading', { name: 'Best referrers' }).waitFor()
  await expect.poll(() => page.getByText('No friend has paid yet').count()).toBe(0)
  expect(faults).toEqual([])
})

test('Home shows the last active days, and says so, where the usual 30 days are empty and none was chosen', async () => {
  const { tenant } = portal
  const { now } = (await tenant.requestOk('GET', '/test/clock')) as { readonly now: number }
  await tenant.requestOk('POST', '/test/clock', { now: now + 45 * 86_400_000 })
  const { page, faults } = await portal.visit(browser, 'home')
  await page.getByText('Nothing happened in the last 30 days').waitFor()
  const started = page.getByRole('button', { name: /^Referrals started/ })
  await started.filter({ hasText: /Referrals started\s*[1-9]/ }).waitFor()
  await page.getByRole('button', { name: /^Range: / }).click()
  await page.getByRole('button', { name: 'Last 30 days', exact: true }).click()
  await started.filter({ hasText: /Referrals started\s*0/ }).waitFor()
  expect(await page.getByText('Nothing happened in the last 30 days').count()).toBe(0)
  expect(faults).toEqual([])
})
