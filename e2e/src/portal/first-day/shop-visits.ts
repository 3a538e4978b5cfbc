import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type ShopVisitor = { readonly name: string; readonly email: string }

/** Signs up in the example shop, on the form that is shown or that this opens. */
export async function signUpInShop(page: Page, { name, email }: ShopVisitor): Promise<void> {
  if (!page.url().includes('/sign-up')) await page.goto(new URL('/sign-up', page.url()).href)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('long enough')
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await page.waitForURL(/\/(account|pay\/.*)$/)
}

/** The link in the widget of a customer's account. */
export async function shareLinkOf(page: Page): Promise<string> {
  await page.frameLocator('iframe').getByRole('button', { name: 'Copy link' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('/r/')
  return copied()
}

/** Pays for the plan "House" by a test card. */
export async function payForHouse(page: Page, shopUrl: string, card = '4111 1111 1111 1111'): Promise<void> {
  await page.goto(`${shopUrl}/pay/house`)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expires').fill('05/31')
  await page.getByLabel('Security code').fill('100')
  await page.getByRole('button', { name: /^Pay .* a month$/ }).click()
  await page.getByText('You are on House').waitFor()
}
