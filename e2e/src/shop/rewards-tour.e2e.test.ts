import { expect, test } from 'vitest'
import { payForHouse, shareLinkOf, signUpInShop } from '../portal/first-day/shop-visits.ts'
import { launchBrowser } from '../testing/browser.ts'
import { openVisitor } from '../testing/visitor.ts'
import { billsOf, moveByMonthAndDay, openLarkfield, startDemo } from './tour-steps.ts'

const browser = await launchBrowser()

const START =
  /1\. Open (?<shop>http:\S+), start the trial as Ann, choose a plan and pay with the card (?<card>[\d ]+)\./

// Each at one processor; the bills of both are played in stories of the database.
test.each([
  {
    args: ['--rewards', 'queue'],
    friends: ['Bob', 'Cleo'],
    promise:
      /Open (?<gateway>http:\S+) and move the clock twice by a month and a day: Ann’s next two bills are free/,
    moves: 2,
    bills: /\(next\)\s*\$22\.00.*−\$22\.00\s*\$0\.00.*−\$22\.00\s*\$0\.00.*\$22\.00/s,
    rewards: /For inviting a friend: Cleo R\..*For inviting a friend: Bob R\./s,
    ofPerson: ['Referred a friend (Cleo Ray)', 'Bob Ray: The bill had this discount'],
  },
  {
    args: ['--processor', 'stripe', '--rewards', 'share'],
    friends: ['Bob'],
    promise:
      /Open (?<gateway>http:\S+) and move the clock by a month and a day: 20 % of what the friend paid/,
    moves: 1,
    bills: /−\$3\.96\s*\$18\.04.*\$22\.00/s,
    rewards: /From a payment of a friend: Bob R\./,
    ofPerson: ['A friend paid (Bob Ray)', 'Bob Ray: A friend paid, and the referrer gets a share of it.'],
  },
])('the tour of a demo with $args ends in the bills that it promises', async (it) => {
  const { screen } = await startDemo(it.args, { DEMO: 'empty' })
  const { shop = '', card = '' } = START.exec(screen)?.groups ?? {}
  const { gateway = '' } = it.promise.exec(screen)?.groups ?? {}
  const [portal = ''] = /http:\S+\/portal\/enter\?token=\S+/.exec(screen) ?? []
  expect([screen.includes('a second friend'), gateway === '']).toEqual([it.friends.length > 1, false])
  const ann = await openVisitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await ann.page.goto(shop)
  await signUpInShop(ann.page, { name: 'Ann Lee', email: 'ann@example.com' })
  await payForHouse(ann.page, shop, card)
  const link = await shareLinkOf(ann.page)
  for (const name of it.friends) {
    const friend = await openVisitor(browser)
    await friend.page.goto(link)
    await expect.poll(() => friend.context.cookies(shop)).toHaveLength(1)
    await signUpInShop(friend.page, { name: `${name} Ray`, email: `${name.toLowerCase()}@example.com` })
    await payForHouse(friend.page, shop, card)
    expect(await billsOf(friend.page)).toMatch(/−\$2\.20\s*\$19\.80/)
  }
  const { page: ledger } = await openVisitor(browser)
  await openLarkfield(ledger, gateway)
  for (let moved = 0; moved < it.moves; moved += 1) await moveByMonthAndDay(ledger)
  const shown = async (read: () => Promise<string | null>) => {
    await ann.page.reload()
    return read()
  }
  await expect.poll(() => shown(() => billsOf(ann.page))).toMatch(it.bills)
  const rewards = ann.page.frameLocator('iframe').getByRole('region', { name: 'Your rewards' })
  await expect.poll(() => shown(() => rewards.textContent())).toMatch(it.rewards)

  const owner = await openVisitor(browser)
  await owner.page.goto(portal)
  await owner.page.getByRole('link', { name: 'People', exact: true }).click()
  await owner.page.getByRole('link', { name: 'Ann Lee' }).click()
  for (const text of it.ofPerson) await owner.page.getByText(text).first().waitFor()
  expect([...ann.faults, ...owner.faults]).toEqual([])
})
