import { startNameServer } from '@goodword/server/testing/name-server'
import { afterAll, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
const names = await startNameServer()
afterAll(names.close)
const portal = await openPortal({ settings: { NAME_SERVERS: names.address } })

test('an owner invites a person, sees the link once, and withdraws it', async () => {
  const { page, faults } = await portal.visitAlone(browser, 'settings', {
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('table', { name: 'Members' }).getByText('olivia@acme.example').waitFor()
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  const email = `${'a'.repeat(60)}@${'very-long-name.'.repeat(12)}example`
  await dialog.getByRole('button', { name: 'Invite the person' }).click()
  await dialog.getByRole('alert').getByText('Check 1 field').waitFor()
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel(/^Analyst/).check()
  await expectNoBarriersInFullRun(page)
  await dialog.getByRole('button', { name: 'Invite the person' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toContain('/portal/invitation?token=')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Show the e-mails' }).click()
  await page.getByRole('button', { name: /^Invitation/ }).click()
  const mail = page.getByRole('dialog', { name: 'E-mail' })
  await mail.getByText('[the link is left out here]').waitFor()
  expect(await mail.textContent()).not.toContain(new URL(link).searchParams.get('token'))
  await page.keyboard.press('Escape')
  expect(await fitsInWidth(page)).toBe(true)
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click()
  await page.getByText('No open invitations').waitFor()

  await page.getByRole('button', { name: 'Actions for Olivia Owner' }).click()
  await page.getByRole('menuitem', { name: 'Remove …' }).click()
  await page.getByRole('button', { name: 'Remove the person' }).click()
  await page.getByRole('alert').getByText(/owner/).waitFor()
  expect(faults).toEqual([])
})

test('a domain is added, proved by its record, and removed; the audit log has it', async () => {
  const { page, faults } = await portal.visitAlone(browser, 'settings?tab=domains', {
    viewport: { width: 390, height: 844 },
  })
  const name = 'go.shop.example.com'
  await page.getByLabel('Domain', { exact: true }).fill('refer.internal')
  await page.getByRole('button', { name: 'Add the domain' }).click()
  const refusal = page.getByText(/names? of a domain that you registered/i)
  await refusal.first().waitFor()
  await page.getByLabel('Domain', { exact: true }).fill('Go.Shop.example.com')
  await page.getByRole('button', { name: 'Add the domain' }).click()
  const card = page.getByRole('listitem', { name: new RegExp(name) })
  await card.getByText('Waiting for its record').waitFor()
  const value = await card.getByRole('textbox', { name: 'Value of the TXT record' }).inputValue()
  expect(await card.getByRole('textbox', { name: 'Name of the TXT record' }).inputValue()).toBe(
    `_goodword.${name}`,
  )
  await expectNoBarriersInFullRun(page)
  expect(await fitsInWidth(page)).toBe(true)

  names.texts.set(`_goodword.${name}`, [[value]])
  await card.getByRole('button', { name: `Check now: ${name}` }).click()
  await card.getByText('In use').waitFor()
  await card.getByText('Used for new links').waitFor()
  await expectNoBarriersInFullRun(page)

  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this domain?' })
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByRole('button', { name: 'Remove the domain' }).click()
  await page.getByText('No domain of your own yet').waitFor()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'What was done' }).click()
  await page.keyboard.type('removed the domain')
  await page.keyboard.press('Enter')
  await page.getByText('1 entry', { exact: true }).waitFor()
  expect(page.url()).toContain('action=removeDomain')
  await page.getByRole('link', { name: 'removed the domain go.shop.example' }).click()
  await page
    .getByRole('dialog', { name: 'Entry of the audit log' })
    .getByText('olivia@acme.example removed the domain go.shop.example.')
    .waitFor()
  await expectNoBarriersInFullRun(page)
  expect(faults).toEqual([])
})

test('test data is erased by typing the alias, and only in test mode', async () => {
  const { page, faults } = await portal.visit(browser, 'settings?tab=danger')
  await page.getByRole('button', { name: 'Erase the test data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase all test data?' })
  await dialog.getByText(/30 referrals/).waitFor()
  await dialog.getByLabel(`Type ${portal.alias} to confirm`).fill(portal.alias)
  await expectNoBarriersInFullRun(page)
  await dialog.getByRole('button', { name: 'Erase the test data' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.goBack()
  await page.getByText(/rows erased since|The last erasure is finished/).waitFor()
  const referrals = page.locator('dt', { hasText: 'Referrals' }).locator('+ dd')
  await expect.poll(() => referrals.textContent()).toBe('0')
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByRole('tab', { name: 'Danger zone' }).click()
  await page.getByText('Data of the live program is not erased here').waitFor()
  expect(faults).toEqual([])
})
