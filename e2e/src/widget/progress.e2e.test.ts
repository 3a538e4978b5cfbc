import type { ProgramSettings } from '@goodword/contract/program/program'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { signInLink } from '../testing/sign-in-link.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openWidgetHost } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const host = await openWidgetHost('test')
const { tenant, signed } = host

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const
const fifthOff = { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 3 } as const
const settings: ProgramSettings = {
  landingPage: `${host.site.origin}/landing`,
  emails: { fromAddress: 'rewards@example.com', kinds: ['FRIEND_JOINED', 'REWARD_EARNED'] },
  hostedPage: { enabled: true },
  leaderboard: 'RANK_ONLY',
  referrerReward: null,
  milestones: [
    { friends: 1, reward: { type: 'CREDIT', unit: 'USD', credit: 500 } },
    { friends: 3, reward: fifthOff },
    { friends: 5, reward: { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 } },
  ],
}
await tenant.program(settings)

async function referrer(id: string, firstName: string, friends: number): Promise<void> {
  const email = `${id}@example.com`
  const code = await tenant.user(id, { firstName, email, referralCode: id.toUpperCase() })
  for (let friend = 1; friend <= friends; friend += 1) {
    await tenant.friend(`${id}_${friend}`, code)
    await tenant.pay(`${id}_${friend}`)
  }
  await tenant.friend(`${id}_waits`, code)
}
await referrer('rita', 'Rita', 3)
await referrer('sam', 'Bartholomew-Alexander', 3)
await referrer('una', 'محمد', 1)
// Statistics are counted anew, sooner than by their interval.
await tenant.program({ ...settings, timeZone: 'Europe/Berlin' })
await vi.waitUntil(async () => (await board('una'))?.rank === 3, { timeout: 120_000, interval: 500 })
await tenant.request('POST', '/open/leaderboard', { ...signed('una'), show: true })

async function board(id: string) {
  const { body } = await tenant.request('POST', '/open/widget', signed(id))
  return body.leaderboard as { readonly rank: number | null } | null
}

const part = (frame: FrameLocator, name: string) => frame.getByRole('region', { name })
const snapshotOf = async (it: Locator) => `\n${await it.ariaSnapshot()}\n`
const tooWide = (page: Page) =>
  Promise.all(
    page.frames().map((it) => it.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)),
  )

test('a screen reader hears figures, milestones, the leaderboard and the form for a code with their values', async () => {
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('rita') })
  await part(frame, 'Leaderboard').waitFor()
  expect(await snapshotOf(part(frame, 'Your results'))).toBe(`
- region "Your results":
  - heading "Your results" [level=2]
  - term: Friends in progress
  - definition: "1"
  - term: Friends who are customers
  - definition: "3"
  - paragraph:
    - strong: 2 more friends until your next reward
    - text: 2 × Extra seat
`)
  expect(await snapshotOf(part(frame, 'Milestones'))).toBe(`
- region "Milestones":
  - heading "Milestones" [level=2]
  - list:
    - listitem:
      - paragraph: 1 friend
      - paragraph: $5.00
      - paragraph: Reached
    - listitem:
      - paragraph: 3 friends
      - paragraph: 20% off for 3 months
      - paragraph: Reached
    - listitem:
      - paragraph: 5 friends
      - paragraph: 2 × Extra seat
      - paragraph: 2 friends to go
`)
  expect(await snapshotOf(part(frame, 'Leaderboard'))).toBe(`
- region "Leaderboard":
  - heading "Leaderboard" [level=2]
  - paragraph: "Your place: 1"
  - list:
    - listitem: 3 محمد
  - checkbox "Show my first name here"
  - text: Show my first name here
  - paragraph: Others who share links see your first name and your place. You can take it back at any time.
`)
  expect(await snapshotOf(part(frame, 'Did a friend send you?'))).toBe(`
- region "Did a friend send you?":
  - heading "Did a friend send you?" [level=2]
  - text: Your friend’s code
  - textbox "Your friend’s code"
  - button "Apply"
  - paragraph: It counts until your first payment.
`)
  expect(await barriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a referrer shows their first name and takes it back by the keyboard alone, and the list follows at once', async () => {
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('sam') })
  const box = frame.getByRole('checkbox', { name: 'Show my first name here' })
  await frame.getByText('All rewards').focus()
  await page.keyboard.press('Tab')
  const hasFocus = () => box.evaluate((it) => it === document.activeElement)
  expect(await hasFocus()).toBe(true)
  const leaders = () => part(frame, 'Leaderboard').getByRole('listitem').allTextContents()
  for (const [said, shown] of [
    ['Your first name is shown.', ['1Bartholomew-Alexander', '3محمد']],
    ['Your first name is not shown.', ['3محمد']],
  ] as const) {
    await page.keyboard.press('Space')
    await expect.poll(() => frame.getByRole('status').allTextContents()).toContain(said)
    await expect.poll(leaders).toEqual(shown)
    await expect.poll(hasFocus).toBe(true)
  }
  expect(faults).toEqual([])
})

test.each([
  ['de', 'ltr', 'Meilensteine', '3 Freunde', 'Noch 2 Freunde', 'Ihr Platz: 1'],
  ['ar', 'rtl', 'مراحل الإنجاز', '3 أصدقاء', 'بقي صديقان', 'الترتيب الحالي: 1'],
])(
  'the progress of a referrer is whole on a phone in the dark in %s',
  async (locale, direction, ...texts) => {
    const { page, faults } = await openVisitor(browser, phone)
    const frame = await host.show(page, { identity: signed('rita'), locale })
    await frame.locator('#leaderboard').waitFor()
    const shown = (await frame.locator('.progress').innerText()).replaceAll(/[\u2066-\u2069]/g, '')
    for (const text of texts) expect(shown).toContain(text)
    expect(await frame.locator('html').getAttribute('dir')).toBe(direction)
    expect(await barriersOf(page)).toEqual([])
    expect(await tooWide(page)).not.toContain(true)
    expect(faults).toEqual([])
  },
)

test('a referrer chooses e-mails in the widget, and a choice that was not kept goes back', async () => {
  const { page, faults } = await openVisitor(browser, { ...phone, locale: 'en-US' })
  const frame = await host.show(page, { identity: signed('rita'), locale: 'en' })
  await frame.getByText('E-mails to you').press('Enter')
  const [all, earned] = [frame.getByLabel('Send me e-mails'), frame.getByLabel('I earned a reward')]
  expect([await all.isChecked(), await earned.isChecked()]).toEqual([true, true])
  await earned.uncheck()
  await frame.getByText('Your choice is saved.').waitFor()
  expect(await barriersOf(page)).toEqual([])
  expect(await tooWide(page)).not.toContain(true)
  await all.uncheck()
  await earned.waitFor({ state: 'hidden' })
  await frame.locator('#mails summary').press('Enter')
  const again = await host.show(page, { identity: signed('rita'), locale: 'en' })
  await again.getByText('E-mails to you').press('Enter')
  await again.getByLabel('Send me e-mails').check()
  expect(await again.getByLabel('I earned a reward').isChecked()).toBe(false)
  expect(faults).toEqual([])
  await page.route('**/open/mail-preferences', (route) => route.abort())
  await again.getByLabel('I earned a reward').click()
  await again.getByText('This did not load').waitFor()
  expect(await again.getByLabel('I earned a reward').isChecked()).toBe(false)
})

test('a referrer sees how many discounts wait for others, and when the next one begins', async () => {
  await tenant.user('zoe', { firstName: 'Zoe' })
  for (const _gift of [1, 2, 3]) await tenant.give('zoe', { ...fifthOff, stacking: 'QUEUE' })
  const queued = async () => {
    const { body } = await tenant.request('POST', '/open/widget', signed('zoe'))
    return Object(body.figures).queued
  }
  await expect.poll(queued).toMatchObject({ waiting: 2 })
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('zoe') })
  const results = part(frame, 'Your results')
  await results.getByText('2 discounts wait their turn').waitFor()
  expect(await results.getByText(/The next one begins on [A-Z][a-z]{2} \d+, \d{4}\./).count()).toBe(1)
  await part(frame, 'Your rewards').getByText('All rewards (3)').click()
  const begins = part(frame, 'Your rewards').getByText(/^from [A-Z][a-z]{2} \d+, \d{4}$/)
  expect(await begins.count()).toBe(2)
  expect(faults).toEqual([])
})

test('the page for referrers has the same figures, on a phone in the dark', async () => {
  const { page, faults } = await openVisitor(browser, { ...phone, locale: 'en-US' })
  await page.goto(`${goodwordUrl()}/p/${tenant.alias}`)
  expect(await snapshotOf(page.getByRole('main'))).toBe(`
- main:
  - heading "Your link to share" [level=1]
  - term: Your friend gets
  - definition: 10% off for 12 months
  - paragraph: Enter your e-mail address, and we send you a link that opens your page. You need no password.
  - text: E-mail address
  - textbox "E-mail address"
  - button "Send me a link"
`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('rita@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor()
  await page.goto(await signInLink((path) => tenant.requestOk('GET', path)))
  await page.getByRole('button', { name: 'Open my page' }).press('Enter')
  const frame = page.frameLocator('iframe')
  await part(frame, 'Leaderboard').getByText('Your place: 1').waitFor()
  expect(await part(frame, 'Milestones').getByRole('listitem').count()).toBe(3)
  expect(await snapshotOf(page.locator('body'))).toBe(`
- banner:
  - text: Referral program
  - button "Sign out"
- main:
  - paragraph: Signed in as rita@example.com
  - iframe
  - heading "A card to hand out" [level=2]
  - img "QR code of your link"
  - paragraph: "Scan the code, or open the link:"
  - paragraph: ${goodwordUrl()}/r/${tenant.alias}/RITA
  - paragraph: RITA
  - paragraph:
    - button "Print the card"
  - heading "Your data" [level=2]
  - paragraph: The button signs you out and deletes what this page has stored in this browser. Your link keeps working, and your rewards stay yours.
  - button "Delete my data on this page"
  - paragraph: To have everything deleted that is stored about you, write to rewards@example.com.
`)
  expect(await barriersOf(page)).toEqual([])
  expect(await tooWide(page)).not.toContain(true)
  expect(faults).toEqual([])
})
