import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('the keyboard alone is enough to move around', async () => {
  const { page, faults } = await portal.visit(browser, 'home')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Referrals' }).waitFor()
  // The heading has the focus, and the tab its title.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Referrals')
  expect(await page.title()).toBe('Referrals · Goodword')
  await isLoaded(page)

  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: / referred / }).waitFor()

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await barriersOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('referrer0')
  await page.getByRole('option', { name: /referrer0@example[.]com/ }).waitFor()
  expect(await barriersOf(page)).toEqual([])
  // Enter opens the first result.
  await page.getByRole('option', { name: /referrer0@example[.]com/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  expect(faults).toEqual([])
})

test('the mode and the program change with the same tab and filters, without what only one program has', async () => {
  const { page } = await portal.visit(browser, 'install?tab=keys')
  await page.getByText('Test mode').waitFor()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.waitForURL(`**/portal/${portal.live}/install?tab=keys`)
  await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).waitFor()
  expect(await page.getByText('Test mode').count()).toBe(0)
  await page.goto(addressOf(portal, 'rewards?status=AVAILABLE&accountId=acct_ada'))
  await isLoaded(page)
  await page.getByRole('button', { name: /^Program: / }).click()
  await page.getByRole('menuitem').filter({ hasText: 'Live' }).click()
  await page.waitForURL(`**/portal/${portal.live}/rewards?status=AVAILABLE`)
  await page.getByRole('button', { name: /^Program: / }).click()
  expect(await barriersOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /^Switch to / }).click()
  await page.waitForURL(`**/portal/${portal.alias}/rewards?status=AVAILABLE`)
})

test('the first Tab reaches a link to the content, which the next Tab goes into', async () => {
  const { page } = await portal.visit(browser, 'referrals')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect.poll(() => skip.evaluate((it) => it === document.activeElement)).toBe(true)
  // It slides into view where it is focused.
  await expect.poll(async () => (await skip.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
  expect(await barriersOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
  expect(new URL(page.url()).pathname).toBe(`/portal/${portal.alias}/referrals`)
})

test('pages and filters of a list are in the address, and can be left backwards', async () => {
  const { page } = await portal.visit(browser, 'referrals')
  await page.getByText('30 referrals').waitFor()
  const first = await page.getByRole('row').nth(1).textContent()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/cursor=/)
  await expect.poll(() => page.getByRole('row').count()).toBe(6)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toBe(first)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Review').selectOption('Waiting')
  await page.getByText('2 referrals').waitFor()
  expect(new URL(page.url()).search).toBe('?moderationStatus=PENDING')
  await page.reload()
  await page.getByText('2 referrals').waitFor()
})

test('an address with a tab or a filter that is not there opens the page as without it', async () => {
  const { page } = await portal.visit(browser, 'program?tab=nowhere&view=nothing')
  await page.getByRole('tab', { name: 'Rewards', selected: true }).waitFor()
  await page.getByLabel('Discount', { exact: true }).first().waitFor()
})

test('a phone has the pages in a menu, and the theme is kept', async () => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const }
  const { page, faults } = await portal.visitAlone(browser, 'home', phone)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  expect(await barriersOf(page)).toEqual([])
  await menu.getByRole('link', { name: 'Rewards' }).click()
  await page.getByRole('heading', { name: 'Rewards', exact: true }).waitFor()
  await menu.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(faults).toEqual([])
})

test('a message that is dismissed by keyboard gives the focus back, and the next one goes away by itself', async () => {
  const { page, faults } = await portal.visitAlone(browser, 'referrals?status=IN_PROGRESS')
  await page.clock.install()
  await page.reload()
  const exporting = page.getByRole('button', { name: 'Export this list' })
  const save = async () => {
    await exporting.press('Enter')
    await page.getByRole('button', { name: 'Save the file' }).press('Enter')
  }
  await save()
  const message = page.getByText(/^Saved \d+ rows?[.]$/)
  await message.waitFor()
  await page.keyboard.press('F8')
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  const isReached = () => dismiss.evaluate((it) => it === document.activeElement)
  for (let tabs = 0; tabs < 5 && !(await isReached()); tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await message.waitFor({ state: 'detached' })
  await expect.poll(() => exporting.evaluate((it) => it === document.activeElement)).toBe(true)

  await save()
  await message.waitFor()
  await page.clock.fastForward(13_000)
  await message.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
