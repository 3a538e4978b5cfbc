import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './content-barriers.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

describe('home', () => {
  test('Home says what needs attention, and shows the figures of the range in the address', async () => {
    const { page, faults } = await portal.visit(browser, 'home?range=12m&interval=MONTH')
    await page.getByRole('heading', { name: 'Referrals started by month' }).waitFor()
    await page.getByLabel('Range', { exact: true }).selectOption('Last 7 days')
    await page.getByRole('heading', { name: 'Referrals started by day' }).waitFor()
    expect(page.url()).toMatch(/home\?range=7d$/)
    const funnel = page.getByRole('list', { name: 'From click to customer' })
    await expect.poll(() => funnel.innerText()).toMatch(/Referrals started\s*30[\s\S]*Converted\s*20\s*66\.7/)
    await page.getByText('as your server reported them').waitFor()
    await page.getByLabel('Range', { exact: true }).selectOption('Chosen days')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByRole('heading', { name: 'Referrals started by week' }).waitFor()
    expect(await contentBarriersOf(page)).toEqual([])
    await page.getByRole('link', { name: 'referrals have a side that waits' }).click()
    await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
    expect(faults).toEqual([])
  })

  test('Home shows the figure that is chosen over time, with its values by the keyboard and as a table', async () => {
    const { page, faults } = await portal.visit(browser, 'home?range=7d')
    const figures = page.getByRole('group', { name: 'Figures, each with its chart' })
    await figures.getByRole('button', { name: /^Converted 20/ }).click()
    await page.getByRole('heading', { name: 'Converted by day' }).waitFor()
    expect(page.url()).toMatch(/figure=converted/)
    const chart = page.getByRole('slider', { name: /^Converted by day/ })
    await chart.focus()
    await page.keyboard.press('Home')
    const first = await chart.getAttribute('aria-valuetext')
    await page.keyboard.press('End')
    const last = await chart.getAttribute('aria-valuetext')
    expect([first, last]).toEqual([expect.stringMatching(/: \d+$/), expect.stringMatching(/: \d+$/)])
    expect(first).not.toBe(last)
    await page.getByText('Show as a table').first().click()
    await page.getByRole('columnheader', { name: 'Converted by day' }).waitFor()
    await figures.getByRole('button', { name: /^First payments/ }).click()
    await page.getByRole('heading', { name: 'First payments by day' }).waitFor()
    await page.getByText(/^Compared with .*, as many days before\.$/).waitFor()
    expect(await contentBarriersOf(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('Home names referrers, and shows channels and months of the start as heat maps', async () => {
    const { page, faults } = await portal.visit(browser, 'home?range=12m')
    const channels = page.getByRole('table', { name: 'Channels' })
    await channels.getByRole('row', { name: /^Share link/ }).waitFor()
    await channels.getByRole('row', { name: /^Code/ }).waitFor()
    await page.getByRole('table', { name: 'Referrals by month of the start' }).waitFor()
    const referrers = page.getByRole('table', { name: 'Top referrers' })
    const referrer = referrers.getByRole('link').first()
    const name = await referrer.innerText()
    expect(name).toMatch(/^[A-Z]\S+ [A-Z]/)
    await referrer.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(faults).toEqual([])
  })

  test('Home shows the first steps of a program without referrals', async () => {
    const { page, faults } = await portal.visit(browser, 'home')
    await page.goto(addressOf({ ...portal, alias: portal.live }, 'home'))
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Add the snippet' }).waitFor()
    expect(await page.getByLabel('Range', { exact: true }).count()).toBe(0)
    expect(await contentBarriersOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Copy the snippet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('rewards', () => {
  test('the credit of an account is found, a part is redeemed and the rest is cancelled', async () => {
    const { page, faults } = await portal.visit(browser, 'rewards?accountId=acct_ada&type=CREDIT')
    const before = await page.getByRole('row').filter({ hasText: 'Given by your team' }).count()
    expect(before).toBe(1)
    await page.getByRole('button', { name: 'Redeem credit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redeem credit of an account' })
    await dialog.getByText('what expires first is taken first').waitFor()
    await dialog.getByLabel('Amount', { exact: true }).fill('99999')
    expect(await dialog.getByRole('button', { name: 'Redeem' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Amount', { exact: true }).fill('5.50')
    await dialog.getByText('€5.50 of acct_ada are redeemed').waitFor()
    expect(await contentBarriersOf(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Workshop in May')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await page
      .getByText(/€5\.50 redeemed, €.* left/)
      .first()
      .waitFor()

    const partly = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^€/ }) })
    const ids = await partly.count()
    expect(ids).toBeGreaterThan(0)
    // The credit that was taken first is the oldest, which stands last.
    await partly.last().focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: /^€/ })
    await drawer.getByText('Redeemed', { exact: true }).first().waitFor()
    await drawer.getByText('€5.50').waitFor()
    expect(page.url()).toContain('reward=')
    expect(await contentBarriersOf(page)).toEqual([])
    // The address opens the reward also where the list does not have it.
    await page.goto(page.url().replace('accountId=acct_ada', 'accountId=nobody'))
    await drawer.getByRole('button', { name: 'Cancel the reward …' }).click()
    const question = page.getByRole('dialog', { name: /^Cancel €/ })
    await question.getByText(/is taken\. The €5\.50 that were redeemed stay redeemed\./).waitFor()
    await question.getByLabel('Reason').fill('Workshop was moved')
    await question.getByRole('button', { name: 'Cancel the reward' }).click()
    await page.getByText('The reward is cancelled.').first().waitFor()
    await drawer.getByText('“Workshop was moved”').waitFor()
    expect(await drawer.getByText(/^By olivia@acme\.example/).count()).toBeGreaterThan(0)
    await drawer.getByText('It was cancelled and is no longer in effect.').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(addressOf(portal, 'rewards?status=CANCELLED'))
    await isLoaded(page)
    const cancelled = page.getByRole('row').filter({ hasText: '€15.50' })
    await cancelled.getByRole('link', { name: 'Ada Lovelace', exact: true }).waitFor()
    await page.goto(addressOf(portal, 'participants/acct_ada/acct_ada_user'))
    await page.getByText('“Workshop in May”').first().waitFor()
    expect(faults).toEqual([])
  })
})

describe('discounts', () => {
  test('the page of discounts points to Install while no payment processor is connected', async () => {
    const { page, faults } = await portal.visit(browser, 'discounts')
    expect(await page.getByRole('button', { name: 'Compare all now' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Connect it under Install' }).click()
    await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor()
    expect(faults).toEqual([])
  })
})

/** A file in which most rows are wrong: more than a page of errors. */
function usersFile() {
  const wrong = Array.from(
    { length: 30 },
    (_, index) => `acct_wrong_${index},user_wrong_${index},not an address`,
  )
  const rows = ['accountId,id,email', 'acct_new,user_new,new@example.com', ...wrong]
  return { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
}

describe('import and export', () => {
  test('an import is checked before anything is stored, every bad row is listed, and the others are imported', async () => {
    const { page, faults } = await portal.visit(browser, 'transfers?tab=imports')
    await page.getByText('No imports').waitFor()
    await page.getByRole('button', { name: 'Import a file' }).click()
    const form = page.getByRole('dialog', { name: 'Import a file' })
    await form.getByRole('radio', { name: 'Balances' }).check()
    const sources = form.getByLabel('Where the file is from')
    expect(await sources.getByRole('option').allInnerTexts()).toEqual(['A file of your own', 'SaaSquatch'])
    await form.getByRole('radio', { name: 'People' }).check()
    await form.getByLabel('File', { exact: true }).setInputFiles(usersFile())
    expect(await contentBarriersOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Check the file' }).click()

    const drawer = page.getByRole('dialog', { name: 'Import', exact: true })
    await drawer.getByText('30 rows would be rejected').waitFor()
    const errors = drawer.getByRole('table', { name: 'Rejected rows' })
    await expect.poll(() => errors.getByRole('row').count()).toBe(26)
    expect(await errors.getByRole('row').nth(1).innerText()).toMatch(/3[\s\S]*email[\s\S]*e-mail address/)
    await drawer.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => errors.getByRole('row').count()).toBe(6)
    expect(await contentBarriersOf(page)).toEqual([])
    expect((await portal.tenant.request('GET', '/account/acct_new/user/user_new')).status).toBe(404)

    await drawer.getByRole('button', { name: 'Import the file now' }).click()
    await drawer.getByText('1 row added, 0 changed, 30 rejected').waitFor()
    await portal.tenant.requestOk('GET', '/account/acct_new/user/user_new')

    const save = drawer.getByRole('button', { name: 'Download rejected rows' })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    const rejected = await readFile(await download.path(), 'utf8')
    expect(rejected.split('\r\n')).toHaveLength(32)
    expect(await contentBarriersOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import a file' }).click()
    await form.getByRole('radio', { name: 'People' }).check()
    const mended = Buffer.from(rejected.replaceAll('not an address', ''))
    await form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'rejected.csv', mimeType: 'text/csv', buffer: mended })
    await form.getByRole('button', { name: 'Check the file' }).click()
    await drawer.getByText('Every row can be imported').waitFor()
    await drawer.getByRole('button', { name: 'Import the file now' }).click()
    await drawer.getByText('30 rows added, 0 changed, 0 rejected').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('table', { name: 'Imports' }).getByRole('row').count()).toBe(5)
    expect(faults).toEqual([])
  })

  test('records of some days are exported to a file that can be downloaded', async () => {
    const { page, faults } = await portal.visit(browser, 'transfers')
    await page.getByRole('button', { name: 'Export to a file' }).click()
    const form = page.getByRole('dialog', { name: 'Export records to a file' })
    await form.getByLabel('Records', { exact: true }).selectOption('People')
    await form.getByLabel('Created from').fill('2020-01-02')
    await form.getByLabel('Created to').fill('2020-01-01')
    await form.getByRole('button', { name: 'Export', exact: true }).click()
    await form.getByText('This is before the beginning.').waitFor()
    await form.getByLabel('Created to').fill('2099-12-31')
    expect(await contentBarriersOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Export', exact: true }).click()
    const link = page.getByRole('link', { name: 'Download People as CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(await download.failure()).toBeNull()
    expect(faults).toEqual([])
  })
})
