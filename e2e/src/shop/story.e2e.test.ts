import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openExampleShop } from '../testing/example-shop.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { shiftOf, watchShifts } from '../testing/layout-shift.ts'
import { openVisitor } from '../testing/visitor.ts'

/** The message of the shop’s server about a code, until the script replaces it by the program’s words. */
const WRONG = /This code (is not valid|does not work)\./

const browser = await launchBrowser()
const shop = await openExampleShop()

test('a customer brings a friend: from the share link to the reward, as both of them see it', async () => {
  const ann = await openVisitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await signUp(ann.page, 'Ann Lee')
  const widget = widgetOf(ann.page)
  await widget.getByText('No one has joined yet.').waitFor()
  await widget.getByRole('button', { name: 'Copy link' }).click()
  const copied = () => ann.page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('/r/')
  const link = await copied()

  const bob = await openVisitor(browser)
  await bob.page.goto(link)
  expect(bob.page.url()).toContain(`${shop.url}/?refCode=`)
  await bob.page.getByRole('region', { name: 'Ann gives you 10% off for 12 months' }).waitFor()
  // A visitor who stays on the page for a moment; after a faster one only the next page has the code.
  await expect.poll(() => bob.context.cookies(shop.url)).toHaveLength(1)
  await bob.page.getByRole('link', { name: 'See the plans' }).click()
  await bob.page.getByRole('link', { name: 'Start with House' }).click()
  const code = bob.page.getByLabel('Referral code')
  await expect.poll(() => code.inputValue()).toBe(new URL(link).pathname.split('/').at(-1))
  await bob.page.getByText(/is applied: Ann gives you 10% off/).waitFor()
  await fillIn(bob.page, 'Bob Ray')
  await bob.page.getByRole('heading', { name: 'House, from today.' }).waitFor()
  expect(await bob.page.locator('.bill').textContent()).toMatch(/10 % off, from Ann L\.\s*−\$2\.20/)

  const row = widget.getByRole('region', { name: 'Your referrals' }).getByRole('listitem')
  const reloadedRow = async () => {
    await ann.page.reload()
    return row.textContent()
  }
  // His page may not have said yet who he is.
  await expect.poll(reloadedRow).toMatch(/Bob R\..*Waiting for the first payment\..*In progress/s)

  await pay(bob.page)
  await bob.page.getByText('You are on House').waitFor()
  await ann.page.reload()
  await expect.poll(() => row.textContent()).toMatch(/Bob R\..*Converted/s)
  const rewards = widget.getByRole('region', { name: 'Your rewards' })
  expect(await rewards.textContent()).toMatch(/10%\s*off your next bill/)
  expect([...ann.faults, ...bob.faults]).toEqual([])
})

test('a friend on a phone in the dark reads in German who gives what, before anything is typed', async () => {
  const code = await shop.tenant.user('rita', { firstName: 'Rita' })
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const { page, faults } = await openVisitor(browser, { ...phone, locale: 'de-DE', colorScheme: 'dark' })
  await watchShifts(page)
  await page.goto(`${goodwordUrl()}/r/${shop.tenant.alias}/${code}`)
  const greeting = page.getByRole('region', { name: /^Rita schenkt Ihnen 10\s% Rabatt für 12\sMonate$/ })
  await greeting.waitFor()
  expect(await greeting.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe('rgb(26, 23, 29)')
  const { height = 0, y = 0 } = (await greeting.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(phone.viewport.height)
  await page.goto(`${shop.url}/sign-up`)
  await page.getByText(/Rita schenkt Ihnen 10\s% Rabatt/).waitFor()
  expect(await page.getByLabel('Empfehlungscode').inputValue()).toBe(code)
  expect(await shiftOf(page)).toBe(0)
  expect(faults).toEqual([])
})

test('a customer opens the widget from the menu, and closes it again', async () => {
  const { page, faults } = await openVisitor(browser)
  await signUp(page, 'Eve Fox')
  await page.goto(`${shop.url}/pricing`)
  await page.getByRole('button', { name: 'Bring a friend' }).click()
  await widgetOf(page).getByText('No one has joined yet.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('iframe:visible').count()).toBe(0)
  expect(faults).toEqual([])
})

test('an unknown code is reported before the account is created', async () => {
  const { page, faults } = await openVisitor(browser)
  await page.goto(`${shop.url}/sign-up`)
  await page.getByLabel('Referral code').fill('NOBODYS')
  await fillIn(page, 'Kim Day')
  await page.getByText(WRONG).waitFor()
  await page.getByLabel('Referral code').fill('')
  await page.getByLabel('Password').fill('long enough')
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await page.getByRole('heading', { name: 'Hello, Kim.' }).waitFor()
  expect(faults.filter((it) => !it.includes('400'))).toEqual([])
})

test('a customer who signed up without a code enters one at the checkout, where a wrong one has a reason', async () => {
  const code = await shop.tenant.user('zoe', { firstName: 'Zoe' })
  const { page } = await openVisitor(browser)
  await signUp(page, 'Lou May')
  await page.goto(`${shop.url}/pay/house`)
  const field = page.getByLabel('Referral code')
  await field.fill('NOBODYS')
  await page.getByLabel('Card number').focus()
  await page.getByText(WRONG).waitFor()
  const refused = page.waitForResponse((it) => it.status() === 400)
  await pay(page)
  await refused
  await page.waitForLoadState()
  await page.getByText(WRONG).waitFor()
  expect(await field.inputValue()).toBe('NOBODYS')
  await field.fill(code)
  await page.getByText(`Code ${code} is applied: Zoe gives you 10% off for 12 months.`).waitFor()
  await pay(page)
  await page.getByText('You are on House').waitFor()
  const shown = await page.evaluate(() => document.documentElement.outerHTML)
  const id = /"account_id":"([^"]+)"/.exec(shown)?.[1] ?? ''
  expect(await shop.tenant.referral(id)).toMatchObject({ referralCodeUsed: code, status: 'CONVERTED' })
})

function widgetOf(page: Page): FrameLocator {
  return page.frameLocator('iframe')
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto(`${shop.url}/sign-up`)
  await fillIn(page, name)
  await page.waitForURL(`${shop.url}/account`)
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(`${name.toLowerCase().replace(' ', '.')}@example.com`)
  await page.getByLabel('Password').fill('long enough')
  await page.getByRole('button', { name: 'Start the trial' }).click()
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expires').fill('05/31')
  await page.getByLabel('Security code').fill('100')
  await page.getByRole('button', { name: /^Pay/ }).click()
}
