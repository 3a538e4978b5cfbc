import { oneTimeCode } from '@goodword/server/testing/staff/one-time-code'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { joinTeam } from './join-team.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { openPortal } from './portal.ts'
import { OWNER } from './running-portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()
const { tenant } = portal

/** The accessible name of the focused field, as its label says it. */
const focusedField = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '')

async function signInOverThePage(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByText('Your session has ended.').waitFor()
  await expect.poll(() => focusedField(page)).toBe('Password')
  await expectNoBarriersInFullRun(page, barriersOf)
  await page.keyboard.type(OWNER.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

test('a wrong code while two factors are turned on is said at its field, and the right one turns them on', async () => {
  const { page, faults } = await joinTeam(portal, browser, 'admin')
  await page.goto(addressOf(portal, '/account'))
  await isLoaded(page)
  await page.getByRole('button', { name: 'Turn two factors on' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Turn two factors on' })
  await expect.poll(() => focusedField(page)).toBe('Your password')
  await page.keyboard.type('a wrong password')
  await page.keyboard.press('Enter')
  await dialog.getByText('The password is wrong.').waitFor()
  await expect.poll(() => focusedField(page)).toBe('Your password')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('correct horse battery')
  await page.keyboard.press('Enter')

  const key = await dialog.getByRole('textbox', { name: 'Or enter this key by hand' }).inputValue()
  await dialog.getByLabel('Code of your authenticator app').click()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('The code is wrong, was used already, or has expired.').waitFor()
  await expect.poll(() => focusedField(page)).toBe('Code of your authenticator app')
  expect(await dialog.getByText('The code is wrong').count()).toBe(1)
  await expectNoBarriersInFullRun(page, barriersOf)

  await page.keyboard.press('Control+A')
  await page.keyboard.type(oneTimeCode(key))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/account')
  expect(faults).toEqual([])
})

describe('a form that is saved after the session has ended', () => {
  test('the form of the program is signed in over and saved after the session has ended', async () => {
    const { page, context, faults } = await portal.visitAlone(browser, 'program?tab=general')
    await page.getByLabel('Name', { exact: true }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Typed before the end')
    await context.clearCookies()
    await page.keyboard.press('Enter')
    await signInOverThePage(page)
    await page.getByText('The program is saved.', { exact: true }).waitFor()
    expect(await tenant.requestOk('GET', '/program')).toMatchObject({ name: 'Typed before the end' })
    expect(faults).toEqual([])
  })

  test('a receiver of webhooks, in a dialog of its own, also when the sign-in is put off at first', async () => {
    const { page, context, faults } = await portal.visitAlone(browser, 'webhooks')
    await page.getByRole('button', { name: 'Add a webhook' }).first().press('Enter')
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await expect.poll(() => focusedField(page)).toBe('URL')
    await page.keyboard.type('http://127.0.0.1:9/hooks')
    await context.clearCookies()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await page.keyboard.press('Escape')
    await form.getByText('You are signed out').waitFor()
    expect(await page.getByText('HTTP Basic').count()).toBe(0)
    expect(await form.getByLabel('URL').inputValue()).toBe('http://127.0.0.1:9/hooks')
    await form.getByRole('button', { name: 'Try again' }).click()
    await signInOverThePage(page)
    await page.getByRole('row', { name: /127\.0\.0\.1:9/ }).waitFor()
    expect(faults).toEqual([])
  })
})

test('a list that is opened after the session has ended is read once the person has signed in', async () => {
  const { page, context } = await portal.visitAlone(browser, 'home')
  await context.clearCookies()
  await page.getByRole('link', { name: 'Referrals', exact: true }).click()
  await signInOverThePage(page)
  await page.getByText('30 referrals').waitFor()
})

describe('a service that does not answer', () => {
  /** Every request fails, as it does while nothing listens at the address. */
  const stopAnswering = (page: Page) =>
    page.context().route('**/*', (route) => route.abort('connectionrefused'))
  const answerAgain = (page: Page) => page.context().unroute('**/*')

  test('what was typed stays while the service does not answer, and is saved by the retry that is offered', async () => {
    const { page } = await portal.visitAlone(browser, 'program?tab=general')
    await page.getByLabel('Name', { exact: true }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Typed while it was down')
    await page.getByRole('button', { name: '1 unsaved change' }).waitFor()
    await stopAnswering(page)
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByRole('alert').getByText('The service did not answer').waitFor()
    // The browser comes back to the page, which reads the program again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed while it was down')
    await expectNoBarriersInFullRun(page, barriersOf)
    await answerAgain(page)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The program is saved.', { exact: true }).waitFor()
    expect(await tenant.requestOk('GET', '/program')).toMatchObject({ name: 'Typed while it was down' })
  })

  test('a page that was not loaded yet says so inside of the portal, and opens once the service answers', async () => {
    const { page } = await portal.visitAlone(browser, 'home')
    await stopAnswering(page)
    await page.getByRole('link', { name: 'Widget' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await expectNoBarriersInFullRun(page, barriersOf)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('status').getByText('The service still does not answer.').waitFor()
    await answerAgain(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Widget' }).waitFor()
  })

  test('the search and the list of shortcuts that were not loaded yet leave the page as it is', async () => {
    const { page } = await portal.visitAlone(browser, 'program?tab=general')
    await stopAnswering(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Name', { exact: true }).isVisible()).toBe(true)
  })
})
