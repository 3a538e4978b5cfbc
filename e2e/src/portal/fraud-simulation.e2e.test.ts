import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('a changed fraud rule is tried on stored referrals, and the page lists those that it would have held, with reason and worth', async () => {
  const { tenant } = portal
  const code = await tenant.user('acct_tried', { firstName: 'Tara', email: 'tara@example.com' })
  for (const name of ['one', 'two']) {
    await tenant.user(`acct_thrown_${name}`, { email: `${name}@mailinator.com` })
    await tenant.sync(`acct_thrown_${name}`, { referral: { code } })
  }
  const { page, faults } = await portal.visit(browser, 'program?tab=trust')
  await page.getByLabel('Search fraud rules').fill('disposable')
  await page.getByLabel(/^Mode of .*disposable/i).selectOption('Active')
  const simulator = page.getByRole('region', { name: 'What would this have done?' })
  await simulator.getByRole('button', { name: 'Try the changes' }).click()
  const table = simulator.getByRole('table', { name: 'Referrals that would have been held' })
  await table.getByText('acct_thrown_two').waitFor()
  await table.getByText('acct_thrown_one').waitFor()
  await table
    .getByText('The friend’s e-mail address is at a provider of disposable addresses.')
    .first()
    .waitFor()
  await table.getByRole('link', { name: 'acct_tried' }).first().waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await contentBarriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})
