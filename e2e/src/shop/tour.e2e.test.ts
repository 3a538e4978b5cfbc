import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { payForHouse, shareLinkOf, signUpInShop } from '../portal/first-day/shop-visits.ts'
import { isNoRefusal } from '../portal/portal.ts'
import { OWNER } from '../portal/running-portal.ts'
import { launchBrowser } from '../testing/browser.ts'
import { openVisitor } from '../testing/visitor.ts'
import { billsOf, moveByMonthAndDay, openLarkfield, startDemo } from './tour-steps.ts'

const browser = await launchBrowser()

/** The steps as they are printed; each has what the next action needs. */
const STEPS = [
  /1\. Open (?<shop>http:\S+), start the trial as Ann, choose a plan and pay with the card (?<card>[\d ]+)\./,
  /2\. Copy your link from your account, open it in a private window, and sign up there as a friend\./,
  /3\. Pay there too: the first bill has 10 % off, and Ann’s account shows the referral as converted\./,
  /4\. Open (?<gateway>http:\S+) and move the clock by a month and a day: Ann’s next bill has 10 % off too\./,
  /5\. Open the portal as the owner of this program, which shows Ann, her friend and a year of sample data:\s+(?<portal>http:\S+)/,
]

test.each([['braintree'], ['stripe']])(
  'the printed tour with the processor %s ends in a portal that shows Ann and her friend, and connects an own program at one press',
  async (processor) => {
    const { folder, terminal, screen } = await startDemo(['--processor', processor])
    const found = STEPS.map((step) => step.exec(screen)?.groups ?? {})
    const { shop = '', card = '', gateway = '', portal = '' } = Object.assign({}, ...found)
    expect(STEPS.filter((step) => !step.test(screen))).toEqual([])
    expect(screen).toContain('so they are dated next year')
    await terminal.waitFor(/The year of sample data is complete[.]\n/)

    const ann = await openVisitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    await ann.page.goto(shop)
    await signUpInShop(ann.page, { name: 'Ann Lee', email: 'ann@example.com' })
    await payForHouse(ann.page, shop, card)
    const link = await shareLinkOf(ann.page)

    const friend = await openVisitor(browser)
    await friend.page.goto(link)
    await expect.poll(() => friend.context.cookies(shop)).toHaveLength(1)
    await signUpInShop(friend.page, { name: 'Bob Ray', email: 'bob@example.com' })
    await payForHouse(friend.page, shop, card)
    expect(await billsOf(friend.page)).toMatch(/−\$2\.20\s*\$19\.80/)
    await expect
      .poll(async () => {
        await ann.page.reload()
        return ann.page.frameLocator('iframe').getByRole('region', { name: 'Your referrals' }).textContent()
      })
      .toMatch(/Bob R\..*Converted/s)

    const { page: ledger } = await openVisitor(browser)
    await openLarkfield(ledger, gateway)
    await moveByMonthAndDay(ledger)
    await expect
      .poll(async () => {
        await ann.page.reload()
        return billsOf(ann.page)
      })
      .toMatch(/−\$2\.20\s*\$19\.80.*\$22\.00/s)
    await ann.page.getByText(/The clock of its test program was moved: here it is \d{4}-/).waitFor()

    const owner = await openVisitor(browser)
    await owner.page.goto(portal)
    await owner.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const figures = owner.page.getByRole('region', { name: 'Figures' })
    await expect.poll(() => figures.textContent()).toMatch(/Converted\s*[1-9]/)
    expect(await owner.page.getByText('No conversions in this range').count()).toBe(0)
    await owner.page.getByRole('link', { name: 'Ann Lee' }).first().waitFor()
    await owner.page.getByRole('link', { name: 'Referrals', exact: true }).click()
    await owner.page.getByRole('row').filter({ hasText: 'Ann Lee' }).filter({ hasText: 'Bob Ray' }).waitFor()

    const own = await openVisitor(browser, {}, isNoRefusal)
    await enterOwnProgram(own.page, folder)
    await own.page.getByRole('link', { name: 'Install', exact: true }).click()
    await own.page.getByRole('tab', { name: 'Authorize' }).click()
    await own.page.getByRole('button', { name: 'Connect the local gateway' }).click()
    await own.page.getByText(/^The program is connected .*, and nothing is left to set up/).waitFor()
    await own.page.getByRole('note').getByText('Nothing is missing').waitFor()
    expect([ann, friend, owner, own].flatMap((it) => it.faults)).toEqual([])
  },
)

/** Makes a program beside that of the shop, by the link for the first owner of the service. */
async function enterOwnProgram(page: Page, folder: string): Promise<void> {
  await page.goto(JSON.parse(await readFile(join(folder, 'portal.json'), 'utf8')).welcome)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByLabel('Company').fill('Acme')
  await page.getByRole('button', { name: 'Create the program' }).click()
}
