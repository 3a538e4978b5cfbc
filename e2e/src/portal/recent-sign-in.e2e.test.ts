import { openDatabase } from '@goodword/server/engine/driver/database'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openPortal } from './portal.ts'
import { OWNER } from './running-portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

/** Makes every sign-in one of 16 minutes ago. */
async function ageSessions(): Promise<void> {
  const db = openDatabase({ connectionString: portal.env.DATABASE_URL ?? '' }, 'owner', 1)
  const text = `update app.staff_session set created_at = created_at - interval '16 minutes'`
  await db.query({ name: '', text }, []).finally(() => db.close())
}

test('what is saved more than 15 minutes after the sign-in asks for another one, and keeps what was entered', async () => {
  const { page, faults } = await portal.visit(browser, 'program?tab=links')
  await ageSessions()
  await page.getByLabel('Landing page').fill('https://shop.example.com/kept')
  await page.getByRole('button', { name: 'Save the program' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The program is saved.', { exact: true }).waitFor()
  const landingPage = () => page.getByLabel('Landing page').inputValue()
  await expect.poll(landingPage).toBe('https://shop.example.com/kept')
  await page.reload()
  await expect.poll(landingPage).toBe('https://shop.example.com/kept')

  // A webhook asks for a recent sign-in too; its form is in a dialog of its own.
  await page.goto(`${portal.url}/portal/${portal.alias}/webhooks`)
  await page.getByRole('button', { name: 'Add a webhook' }).first().click()
  await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:1/kept')
  await ageSessions()
  await page.getByRole('button', { name: 'Add the webhook' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('http://127.0.0.1:1/kept').first().waitFor()
  expect(faults).toEqual([])
})
