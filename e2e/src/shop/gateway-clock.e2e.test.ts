import { startLocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openVisitor } from '../testing/visitor.ts'

const browser = await launchBrowser()
const clock = { now: '2026-01-31T12:00:00Z', runs: false }

test.each([
  ['braintree', '/merchants', { id: 'tour', keys: [{ publicKey: 'p', privateKey: 'k' }], clock }],
  ['stripe', '/accounts', { id: 'tour', keys: ['sk_test_tour'], clock }],
] as const)('the page of %s, with its script, moves the clock by a month at one press', async (...given) => {
  const [name, path, account] = given
  const gateway = await startLocalSandbox(name)
  onTestFinished(() => gateway.close())
  await gateway.control('POST', path, account)
  const { page, faults } = await openVisitor(browser)
  await page.goto(`${gateway.url}/ledger/tour`)
  await page.getByRole('button', { name: '1 month', exact: true }).click()
  await page.getByRole('region', { name: 'Clock' }).getByText('2026-02-28 12:00', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  // Nothing is due without a subscription: the reason is shown on the page, and the clock stays.
  await page.getByRole('button', { name: 'next due moment' }).click()
  await page.getByRole('alert').getByText('Nothing is due', { exact: false }).waitFor()
  await page.getByText('2026-02-28 12:00', { exact: true }).first().waitFor()
  expect(faults).toEqual([])
})
