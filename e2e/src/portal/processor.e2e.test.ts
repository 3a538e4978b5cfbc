import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import { afterAll, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
// The service logs that the processor denies a change, for the operator.
const portal = await openPortal({ expectedErrors: /PERMISSION_DENIED/ })
const { tenant } = portal
const gateway = await startBraintreeSandbox()
afterAll(() => gateway.close())
const clock = { now: new Date().toISOString(), runs: true }
const shop = await givenBraintreeShop(gateway, { clock, customFields: [] })

test('a program is not turned on before the processor is set up, and the page says what to do', async () => {
  await turnOff()
  await tenant.requestOk('PUT', '/connection', shop.credentials)
  const { page, faults } = await portal.visit(browser, 'program')
  await page.getByRole('switch', { name: 'The program is on' }).click()
  await page.getByRole('button', { name: 'Save the program' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'The program cannot be turned on yet' })
  await refusal.getByText('referral_coupon').first().waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  expect(await tenant.requestOk('GET', '/program')).toMatchObject({ active: false })

  await page.getByRole('button', { name: 'Discard' }).click()
  await refusal.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Install', exact: true }).click()
  await page.getByRole('tab', { name: 'Authorize' }).click()
  await page.getByRole('listitem').getByText('Custom field referral_coupon').waitFor()
  await shop.control('PUT', '/custom-fields', [{ name: 'referral_coupon' }])
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('Custom field referral_coupon').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Program', exact: true }).click()
  await page.getByRole('switch', { name: 'The program is on' }).click()
  await page.getByRole('button', { name: 'Save the program' }).click()
  await page.getByText('The program is saved.', { exact: true }).waitFor()
  expect(await tenant.requestOk('GET', '/program')).toMatchObject({ active: true })
  expect(faults).toEqual([])
})

test('a discount that the processor lost is shown with its difference, and is right again after a comparison', async () => {
  const subscriptionId = await subscribeFriend('acct_drift')
  const { page, faults } = await portal.visit(browser, 'discounts?accountId=acct_drift')
  const row = page.getByRole('row').filter({ hasText: 'acct_drift' })
  await row.getByText('Matches', { exact: true }).waitFor()
  expect(await row.getByText('$6.00', { exact: true }).count()).toBe(1)

  await shop.sdk.subscription.update(subscriptionId, { discounts: { remove: ['referral_discount'] } })
  // The key may look, and not change: the comparison finds the difference and cannot mend it.
  const { publicKey } = shop.credentials
  const keys = `/keys/${publicKey}`
  await shop.control('PATCH', keys, { denied: [{ method: 'PUT', path: '/subscriptions/*' }] })
  const compare = page.getByRole('button', { name: 'Compare acct_drift now' })
  await compare.click()
  await row.getByText('$6.00 too little').waitFor()
  await row.getByText('lacks a permission').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])

  await shop.control('PATCH', keys, { denied: [] })
  await compare.click()
  await page.getByText('1 customer compared, 1 corrected, 0 failed.').waitFor()
  await row.getByText('Matches', { exact: true }).waitFor()
  const { discounts } = await shop.sdk.subscription.find(subscriptionId)
  expect(discounts?.map(({ id, amount }) => [id, amount])).toEqual([['referral_discount', '6.00']])
  expect(faults).toEqual([])
})

test('a notification is received, and processed again when staff ask for it', async () => {
  const { webhookUrl } = await tenant.requestOk('GET', '/connection')
  await shop.control('POST', '/destinations', { id: 'goodword', url: webhookUrl })
  const { page, faults } = await portal.visit(browser, 'install?tab=notifications')
  await page.getByText('No notifications yet').waitFor()
  await subscribeFriend('acct_notified')
  await page.getByRole('link', { name: 'subscription_charged_successfully' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Notification' })
  await drawer.getByText('Processed', { exact: true }).first().waitFor()
  const id = new URL(page.url()).searchParams.get('notification')
  const processedAt = async () => (await tenant.requestOk('GET', `/notifications/${id}`)).dateProcessed
  const before = Number(await processedAt())
  await drawer.getByRole('button', { name: 'Process it again' }).click()
  await page.getByText('It is processed again.').first().waitFor()
  await expect.poll(async () => Number(await processedAt())).toBeGreaterThan(before)
  await drawer.getByText('acct_notified', { exact: true }).waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the processor is disconnected once its discounts are removed, with the progress on the page', async () => {
  const subscriptionId = await subscribeFriend('acct_left')
  const { page, faults } = await portal.visit(browser, 'install?tab=authorize')
  const { publicKey, merchantId } = shop.credentials
  const keys = `/keys/${publicKey}`
  await shop.control('PATCH', keys, { denied: [{ method: 'PUT', path: '/subscriptions/*' }] })
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect the payment processor?' })
  await dialog.getByRole('radio', { name: 'Remove the discounts first' }).check()
  expect(await contentBarriersOf(page)).toEqual([])
  await dialog.getByLabel(`Type ${merchantId} to confirm`).fill(merchantId)
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()

  const notice = page.getByRole('note').filter({ hasText: 'Disconnecting: the discounts are being removed' })
  await notice.getByText(/[0-9]+ subscriptions? at the processor still ha/).waitFor()
  await notice.getByText(/cannot be removed for now/).waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await notice.getByRole('link', { name: 'see why' }).waitFor()

  await shop.control('PATCH', keys, { denied: [] })
  await tenant.requestOk('POST', '/connection/reconcile', {})
  await page.getByText('Connect Braintree').waitFor()
  await page.getByText('The payment processor is disconnected.').first().waitFor()
  const { discounts } = await shop.sdk.subscription.find(subscriptionId)
  expect(discounts).toEqual([])
  expect(faults).toEqual([])
})

/** A friend with a subscription of 30.00 at the gateway, of whose bills the sample program takes 20 %. */
async function subscribeFriend(accountId: string): Promise<string> {
  const code = await tenant.user(`${accountId}_referrer`)
  const customerId = await shop.addCustomer()
  const subscriptionId = await shop.subscribe(customerId)
  await tenant.user(accountId)
  const link = { accountId, paymentProviderId: customerId, couponCode: code }
  await tenant.requestOk('POST', '/discount', link)
  return subscriptionId
}

async function turnOff(): Promise<void> {
  const program = await tenant.requestOk('GET', '/program')
  await tenant.requestOk('PUT', '/program', { ...program, active: false })
}
