import { signUser } from '@goodword/server/testing/sign'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { apiCaller } from '../testing/api-caller.ts'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'

const browser = await launchBrowser()
const { test: tenant } = await createProgram()
await tenant.program({ name: 'Friends of <b>Appeals</b>', reviewDays: 14 })
const code = await tenant.user('ada', { firstName: 'Ada', email: 'ada@example.com' })
const visitor = apiCaller(goodwordUrl(), tenant.alias, () => ({}))

const desktop = { viewport: { width: 1000, height: 700 }, locale: 'en-US' }
const phone = { viewport: { width: 360, height: 640 }, locale: 'de-DE', hasTouch: true, isMobile: true }

/** A friend of Ada whose reward is checked, and the link that Ada's widget has for it. */
async function held(friend: string): Promise<{ readonly referralId: string; readonly link: string }> {
  await tenant.friend(friend, code)
  const referralId = String((await tenant.referral(friend)).id)
  await tenant.moderate('PEND', referralId)
  const jwt = signUser(tenant.signingKey, { accountId: 'ada', id: 'ada_user' }, Date.now())
  const body = { account_id: 'ada', user_id: 'ada_user', jwt }
  const { body: widget } = await visitor('POST', '/open/widget', { body })
  const { referrals } = widget.referrals as { referrals: readonly { id: string; appealUrl: string }[] }
  const own = referrals.find((it) => it.id === referralId)
  return { referralId, link: own?.appealUrl ?? expect.fail('the referral has no link') }
}

async function visit(link: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(link)
  return page
}

test.each([
  ['on a phone in the dark, without scripts', { ...phone, colorScheme: 'dark', javaScriptEnabled: false }],
  ['on a desktop, by the keyboard alone', { ...desktop, colorScheme: 'light' }],
] as const)('a referrer writes once about a referral that is checked, %s', async (where, options) => {
  const { referralId, link } = await held(`friend_${options.viewport.width}`)
  const isPhone = options.viewport.width === phone.viewport.width
  const page = await visit(link, options)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  expect(await faultsOf(page, !isPhone)).toEqual([])
  const text = page.getByRole('textbox')
  // An empty appeal is not sent.
  await page.getByRole('button').click()
  expect(new URL(page.url()).href).toBe(link)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
  const written = `We are sisters. ${'Donaudampfschifffahrt'.repeat(10)}`
  if (isPhone) {
    await text.fill(written)
    await page.getByRole('button').tap()
  } else {
    await page.reload()
    await page.keyboard.press('Tab')
    expect(await text.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.type(written)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('status').waitFor()
  expect(await faultsOf(page, !isPhone)).toEqual([])
  const { appeal } = await tenant.requestOk('GET', `/referrals/${referralId}/review`)
  expect(appeal, where).toMatchObject({ text: written })
  // The link shows that something was written, and takes nothing else.
  await page.goto(link)
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await tenant.moderate('APPROVE', referralId)
  const ended = await page.goto(link)
  expect(ended?.status()).toBe(404)
  expect(await faultsOf(page, !isPhone)).toEqual([])
  expect(await page.getByRole('button').count()).toBe(0)
  await page.context().close()
})

test.each([
  ['on a phone in the dark', { ...phone, colorScheme: 'dark' }],
  ['on a phone in the light', { ...phone, colorScheme: 'light' }],
  ['on a desktop', desktop],
] as const)(
  'a text that was too long is kept and marked as wrong in words and color, %s',
  async (where, options) => {
    const { link } = await held(`long ${where}`)
    const page = await visit(link, options)
    const text = page.getByRole('textbox')
    const border = await colorOf(text, 'borderTopColor')
    await text.evaluate((it) => it.removeAttribute('maxlength'))
    await text.fill('x'.repeat(501))
    await page.getByRole('button').click()
    const fault = page.getByRole('alert')
    await fault.waitFor()
    expect(await text.inputValue()).toBe('x'.repeat(501))
    expect(await text.getAttribute('aria-invalid')).toBe('true')
    expect(await text.getAttribute('aria-describedby')).toContain(await fault.getAttribute('id'))
    const color = await colorOf(fault, 'color')
    expect(await colorOf(text, 'borderTopColor')).toBe(color)
    expect([border, await colorOf(page.locator('#hint'), 'color')]).not.toContain(color)
    expect(await faultsOf(page, true)).toEqual([])
    await page.context().close()
  },
)

test('a form that was open during the decision says that the link has ended', async () => {
  const { referralId, link } = await held('late')
  const page = await visit(link, desktop)
  await page.getByRole('textbox').fill('In time.')
  await tenant.moderate('DENY', referralId)
  const [answer] = await Promise.all([page.waitForResponse(link), page.getByRole('button').click()])
  expect(answer.status()).toBe(404)
  const other = await page.goto(`${link.slice(0, -8)}AAAAAAAA`)
  expect(other?.status()).toBe(404)
  await page.context().close()
})

function colorOf(element: Locator, name: 'color' | 'borderTopColor'): Promise<string> {
  return element.evaluate((it, property) => getComputedStyle(it)[property], name)
}

/** The faults for people with a small screen or a screen reader; the latter cannot be checked without scripts. */
async function faultsOf(page: Page, hasScripts: boolean): Promise<readonly string[]> {
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  return [...(hasScripts ? await barriersOf(page) : []), ...(isTooWide ? ['too wide'] : [])]
}
