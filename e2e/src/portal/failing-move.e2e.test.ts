import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
// The service logs jobs that fail, for the operator.
const portal = await openPortal({ expectedErrors: /UNAVAILABLE|503/ })
const { tenant } = portal
const gateway = await startBraintreeSandbox()
afterAll(() => gateway.close())
const shop = await givenBraintreeShop(gateway, { clock: { now: new Date().toISOString(), runs: true } })
const CUSTOMERS = 12
const PHONE = { width: 360, height: 780 }

test('while a job fails during a long move, the dialog and the bar say so, and the clock can be moved on', async () => {
  await tenant.requestOk('PUT', '/connection', shop.credentials)
  const code = await tenant.user('referrer')
  const customers: string[] = []
  for (let n = 0; n < CUSTOMERS; n += 1) customers.push(await subscribeFriend(`acct_${n}`, code))
  // The calls about one customer fail, and the others are slow enough to be looked at.
  const fail = (path: string, action: object) => shop.control('POST', '/faults', { path, action })
  await fail(`/customers/${customers[0]}`, { kind: 'status', status: 503 })
  await fail('/customers/*', { kind: 'delay', ms: 3000 })

  const { page, faults } = await portal.visit(browser, 'home')
  const bar = page.getByRole('note').filter({ hasText: 'Test mode' })
  await bar.getByRole('button', { name: 'Move the clock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the test clock' })
  await dialog.getByRole('button', { name: '1 year' }).click()
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  const retrying = page.getByText(/^[0-9]+ jobs? failed and (is|are) tried again$/)
  await dialog
    .filter({ has: retrying })
    .getByText(/^On the way to /)
    .waitFor()
  expect(await barriersOf(page)).toEqual([])

  // All others are done: the clock has arrived.
  await dialog.getByRole('button', { name: '1 month' }).waitFor()
  await retrying.waitFor()
  await dialog.getByText('It happens by itself when an attempt succeeds.').waitFor()
  expect(await barriersOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await bar.getByText(/[0-9]+ jobs? failed/).waitFor()

  await page.setViewportSize(PHONE)
  await bar.getByText(/[0-9]+ jobs? failed/).waitFor()
  expect(await fitsInWidth(page)).toBe(true)
  for (const part of [bar.getByText('Test mode'), bar.getByRole('button', { name: 'Move the clock' })])
    await expectWithin(part, PHONE.width)
  await bar.getByRole('button', { name: 'Move the clock' }).click()
  await retrying.waitFor()
  expect(await barriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

async function expectWithin(part: Locator, width: number): Promise<void> {
  const box = await part.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
}

/** Returns the customer of a friend who pays monthly. */
async function subscribeFriend(accountId: string, couponCode: string): Promise<string> {
  const paymentProviderId = await shop.addCustomer()
  await shop.subscribe(paymentProviderId)
  await tenant.user(accountId)
  await tenant.requestOk('POST', '/discount', { accountId, paymentProviderId, couponCode })
  return paymentProviderId
}
