import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { addressOf } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()
const { tenant } = portal
const gateway = await startBraintreeSandbox()
afterAll(() => gateway.close())
const clock = { now: new Date().toISOString(), runs: false }
const shop = await givenBraintreeShop(gateway, { clock })

const DAY_MS = 86_400_000

// Two friends whose discounts are removed by hand at the processor before their second bills are made.
beforeAll(async () => {
  await tenant.requestOk('PUT', '/connection', shop.credentials)
  const subscriptions = [await subscribeFriend('acct_mended'), await subscribeFriend('acct_waived')]
  for (const id of subscriptions) {
    await shop.sdk.subscription.update(id, { discounts: { remove: ['referral_discount'] } })
  }
  const next = new Date(String((await shop.sdk.subscription.find(String(subscriptions[0]))).nextBillingDate))
  await moveTo(next.getTime() + 2 * DAY_MS)
})

test('a bill without its discount comes first, and its difference is refunded by a click', async () => {
  const { page, faults } = await portal.visit(browser, 'home')
  await page.getByRole('link', { name: /bills had other discounts/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'acct_mended' })
  await row.getByText('$6.00 too much was paid.').waitFor()
  await row.getByText('The bill was made without the discount.').waitFor()
  expect(await page.getByRole('row').count()).toBe(3)
  expect(await contentBarriersOf(page)).toEqual([])

  await row.getByRole('button', { name: 'Refund … the difference to acct_mended' }).click()
  const question = page.getByRole('dialog', { name: 'Refund $6.00 to acct_mended?' })
  await question.getByText('the discount was $0.00 instead of $6.00').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Refund $6.00' }).click()
  await page.getByText('The refund is requested.').first().waitFor()
  await row.waitFor({ state: 'detached' })
  // The newest comes first; the one before is the friend's first bill.
  const { bills } = await tenant.requestOk('GET', '/bills?accountId=acct_mended&state=MENDED')
  const [bill] = bills as { readonly transactionId: string }[]
  const { refundIds } = await shop.sdk.transaction.find(String(bill?.transactionId))
  const refunds = await Promise.all((refundIds ?? []).map((id) => shop.sdk.transaction.find(id)))
  expect(refunds.map((it) => it.amount)).toEqual(['6.00'])

  await page.getByLabel('State').selectOption('MENDED')
  const mended = row.filter({ hasText: 'What was paid too much was refunded.' })
  await mended.getByText('$6.00 refunded').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  // One click to what happened.
  await mended.getByRole('link', { name: 'acct_mended', exact: true }).click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  expect(faults).toEqual([])
})

test('a bill that is left as it is keeps its reason on the timeline, and is no difference any more', async () => {
  const { page, faults } = await portal.visit(browser, 'bills?state=WRONG')
  const row = page.getByRole('row').filter({ hasText: 'acct_waived' })
  await row.getByRole('button', { name: 'Leave it … as it is: the bill of acct_waived' }).click()
  const question = page.getByRole('dialog', { name: 'Leave the bill of acct_waived as it is?' })
  await question.getByLabel('Reason').fill('Paid back by hand')
  await question.getByRole('button', { name: 'Leave it as it is' }).click()
  await page.getByText('The bill is left as it is.').first().waitFor()
  await row.waitFor({ state: 'detached' })
  await page.goto(addressOf(portal, 'accounts/acct_waived'))
  await page.getByText('“Paid back by hand”').waitFor()
  await page.getByRole('link', { name: 'All bills of this account' }).click()
  await page.getByRole('row').getByText('Left as it is', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

/** A friend with a subscription of 30.00 at the gateway, of whose bills the sample program takes 20 %. */
async function subscribeFriend(accountId: string): Promise<string> {
  const code = await tenant.user(`${accountId}_referrer`)
  const customerId = await shop.addCustomer()
  const subscriptionId = await shop.subscribe(customerId)
  await tenant.requestOk('POST', '/discount', { accountId, paymentProviderId: customerId, couponCode: code })
  await tenant.requestOk('POST', '/connection/reconcile', { accountId })
  return subscriptionId
}

async function moveTo(now: number): Promise<void> {
  await shop.control('POST', '/clock/advance', { to: new Date(now).toISOString() })
  await tenant.requestOk('POST', '/test/clock', { now })
}

test('the page of a referral says how the friend came, what they paid, and what was taken off their bills', async () => {
  const { id } = await tenant.referral('acct_mended')
  const { page, faults } = await portal.visit(browser, `referrals/${id}`)
  const section = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  // Beside two bills, the processor charged for the discount that was removed, by the days that were left of the month.
  const steps = page.getByRole('list', { name: 'Steps of the referral' })
  await steps.getByText(/paid [$]6\d[.]\d\d, [$]12[.]00 of it given back until now[.]$/).waitFor()
  await steps.getByText(/signed up with it[.] Came by: code[.]$/).waitFor()
  const bills = page.getByRole('list', { name: 'Bills of the friend' }).getByRole('listitem')
  await bills.filter({ hasText: 'Refunded' }).first().waitFor()
  expect(await section('Referrer').innerText()).toMatch(/Decided by\s+Nobody: no rule held it/)
  expect(await section('Friend').innerText()).toMatch(/Taken off bills\s+[$]12[.]00/)
  expect(await contentBarriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})
