import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('a webhook is added, tried, changed, turned off and on, and deleted', async () => {
  const { page, faults } = await portal.visit(browser, 'webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByLabel('URL').fill('not a URL')
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  await expect.poll(() => dialog.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
  const address = 'https://127.0.0.1/shop'
  await dialog.getByLabel('URL').fill(address)
  await dialog.getByLabel('Note').fill('<i>Shop</i> طلبات')
  await dialog.getByLabel('Only these types').check()
  await dialog.getByLabel('referral.converted').check()
  expect(await contentBarriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'I have stored it' }).click()

  await page.getByRole('link', { name: address, exact: true }).click()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const delivery = page.getByRole('dialog', { name: 'Delivery' })
  await delivery.getByText(/Attempt 1: The receiver could not be reached/).waitFor()
  await delivery.getByText('webhook-signature').waitFor()
  expect(page.url()).toContain('delivery=')
  expect(await contentBarriersOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('State').selectOption('Failed')
  await page.getByText('The receiver could not be reached, 1 attempt.').waitFor()
  expect(page.url()).toMatch(/state=FAILED$/)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send a period again …' }).click()
  expect(await contentBarriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send them again' }).click()
  await page.getByText('1 event is sent again.').first().waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rotate the secret …' }).click()
  await page.getByRole('button', { name: 'Rotate the secret', exact: true }).click()
  await page.getByText(/Two secrets work until/).waitFor()
  await page.getByRole('button', { name: 'I have stored it' }).click()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Turn it off' }).click()
  await page.getByText('This webhook is off').waitFor()
  // The tooltip of the button of the menu closes when pointer and focus leave it.
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Turn it on' }).focus()
  await page.locator('[data-radix-popper-content-wrapper]').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await contentBarriersOf(page)).toEqual([])
  expect(await fitsInWidth(page)).toBe(true)
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('This webhook is off').waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete …' }).click()
  await page.getByRole('button', { name: 'Delete the webhook' }).click()
  await page.getByText('1 webhook', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
