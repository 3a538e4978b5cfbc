import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openWidgetHost, postToWidget, received } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const host = await openWidgetHost()
const { tenant, signed } = host
const program = await tenant.requestOk('GET', '/program')
await tenant.requestOk('PUT', '/program', { ...program, showReferrerName: true })

/** A friend with the referrer's code, in a trial. */
async function friend(id: string, code: string, firstName: string): Promise<void> {
  await tenant.user(id, { firstName, lastName: 'Lee' })
  await tenant.sync(id, { subscription: { status: 'TRIAL' }, referral: { code } })
}

test('the widget follows a friend from the first visit to the reward', async () => {
  const code = await tenant.user('follower')
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('follower') })
  await frame.getByText('No one has joined yet.').waitFor()
  await friend('newcomer', code, 'Nia')
  await postToWidget(page, { type: 'opened' })
  const row = frame.getByRole('region', { name: 'Your referrals' }).getByRole('listitem')
  await expect.poll(() => row.textContent()).toMatch(/Nia L\..*Waiting for the first payment\..*In progress/s)
  await tenant.pay('newcomer')
  await postToWidget(page, { type: 'opened' })
  await expect.poll(() => row.textContent()).toMatch(/10% off for 12 months.*Converted/s)
  expect(await frame.getByRole('region', { name: 'Your rewards' }).textContent()).toMatch(
    /10%\s*off your next bill/,
  )
  expect(faults).toEqual([])
})

test('a thousand referrals come in pages, and the keyboard keeps its place', {
  timeout: 240_000,
}, async () => {
  const code = await tenant.user('popular')
  const many = Array.from({ length: 1000 }, (_, index) => `fan_${index}`)
  for (let at = 0; at < many.length; at += 100) {
    const fans = many.slice(at, at + 100)
    await Promise.all(
      fans.map((id) => tenant.sync(id, { subscription: { status: 'TRIAL' }, referral: { code } })),
    )
  }
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('popular') })
  const rows = frame.getByRole('region', { name: 'Your referrals' }).getByRole('listitem')
  const more = frame.getByRole('button', { name: 'Show more' })
  await more.focus()
  for (const count of [20, 30, 40]) {
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(count)
    await expect.poll(() => frame.getByRole('status').allTextContents()).toContain(`${count} of 1,000 shown`)
    expect(await more.evaluate((it) => it === document.activeElement)).toBe(true)
  }
})

test('a customer who forgot the code enters it in the widget until the first payment, and reads why one does not work', async () => {
  const code = await tenant.user('giver', { firstName: 'Gil' })
  await tenant.user('forgetful')
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('forgetful') })
  const form = frame.getByRole('region', { name: 'Did a friend send you?' })
  const field = form.getByLabel('Your friend’s code')
  const own = await frame.getByLabel('Your code').inputValue()
  for (const [text, reason] of [
    ['NOBODYS', 'This code does not work. Check the spelling.'],
    [own, 'This is a code of your own account. Enter that of a friend.'],
  ] as const) {
    await field.fill(text)
    await field.press('Enter')
    await form.getByText(reason).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  }
  await field.fill(code.toLowerCase())
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.getByText(`Code ${code} is applied: Gil gives you 10% off for 12 months.`).waitFor()
  expect(await tenant.referral('forgetful')).toMatchObject({ referralCodeUsed: code, status: 'IN_PROGRESS' })
  const again = await host.show(page, { identity: signed('forgetful') })
  await again.getByText('No one has joined yet.').waitFor()
  expect(await again.getByText('Did a friend send you?').count()).toBe(0)
  expect(faults.filter((it) => !/40[04]/.test(it))).toEqual([])
})

test('on the last page, the focus goes to the first of what is new', async () => {
  const code = await tenant.user('dozen')
  for (let index = 0; index < 12; index += 1)
    await friend(`dozen_${index}`, code, `Pal${'abcdefghijkl'[index]}`)
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('dozen') })
  await frame.getByRole('button', { name: 'Show more' }).press('Enter')
  const focused = frame.locator('li:focus')
  await expect.poll(() => focused.textContent()).toMatch(/Palb L\./)
  expect(await frame.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

describe('the keyboard alone', () => {
  test('the keyboard alone reaches everything in the order in which it is read, with a visible focus', async () => {
    const code = await tenant.user('keys')
    await friend('keys_friend', code, 'Kim')
    await tenant.pay('keys_friend')
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: signed('keys'), mode: 'popup' })
    await expect.poll(() => frame.locator('h1').evaluate((it) => it === document.activeElement)).toBe(true)
    const names: string[] = []
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab')
      const focused = frame.locator(':focus')
      names.push(
        await focused.evaluate(
          (it) => it.getAttribute('aria-label') ?? (it.id || (it.textContent ?? '').trim()),
        ),
      )
      expect(await focused.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe('solid')
    }
    const tab = (name: string) => `${name} (opens in a new tab)`
    expect(names).toEqual([
      'Close',
      'link',
      'Copy link',
      'E-mail',
      tab('WhatsApp'),
      tab('X'),
      tab('Facebook'),
      tab('LinkedIn'),
      'code',
      'Copy code',
      'Download as PNG',
      'Download as SVG',
      'friend-code',
      'Apply',
      'All rewards (1)',
    ])
    await page.keyboard.press('Enter')
    await frame.getByText('For inviting a friend').waitFor()
  })

  test('Escape closes a popup, and an embedded widget stays', async () => {
    const { page } = await openVisitor(browser)
    const popup = await host.show(page, { identity: signed('escape'), mode: 'popup' })
    await popup.getByLabel('Your code').press('Escape')
    const closes = async () => (await received(page)).filter((it) => it.type === 'close')
    await expect.poll(closes).toHaveLength(1)
    await popup.getByRole('button', { name: 'Close' }).click()
    await expect.poll(closes).toHaveLength(2)
    const embedded = await host.show(page, { identity: signed('escape') })
    await embedded.getByLabel('Your code').press('Escape')
    expect(await embedded.getByRole('button', { name: 'Close' }).count()).toBe(0)
    expect(await closes()).toEqual([])
  })
})

describe('a service that does not answer', () => {
  test('the widget says that the service does not answer, and tries again when asked', async () => {
    const { page } = await openVisitor(browser)
    await page.route('**/open/widget', (route) => route.abort())
    const frame = await host.show(page, { identity: signed('offline') })
    await frame.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.unroute('**/open/widget')
    await frame.getByRole('button', { name: 'Try again' }).click()
    await frame.getByLabel('Your code').waitFor()
  })

  test('the widget comes back by itself with the connection', async () => {
    const { page, context } = await openVisitor(browser)
    await page.route('**/open/widget', (route) => route.abort())
    const frame = await host.show(page, { identity: signed('returns') })
    await frame.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.unroute('**/open/widget')
    await context.setOffline(true)
    await context.setOffline(false)
    await frame.getByLabel('Your code').waitFor()
  })

  test('what is shown already stays while the service does not answer', async () => {
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: signed('stays') })
    await frame.getByLabel('Your code').waitFor()
    await page.route('**/open/widget', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await postToWidget(page, { type: 'opened' })
    await failed
    expect(await frame.getByLabel('Your code').isVisible()).toBe(true)
  })
})

test('the widget posts its height to the page, and no personal data', async () => {
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, {
    identity: signed('tall', { email: 'tall@secret.example' }),
    height: 100,
  })
  await frame.getByLabel('Your code').waitFor()
  const isWhole = () => frame.locator('html').evaluate((it) => it.scrollHeight <= it.clientHeight)
  await expect.poll(isWhole).toBe(true)
  const all = await received(page)
  expect(new Set(all.map((it) => it.origin))).toEqual(new Set([goodwordUrl()]))
  expect(JSON.stringify(all)).not.toMatch(/secret|tall_user|jwt/)
})

test('the widget shows the user that the page named last', async () => {
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('first') })
  await frame.getByLabel('Your code').waitFor()
  const code = await tenant.user('second')
  await postToWidget(page, { type: 'identity', identity: signed('second') })
  await expect.poll(() => frame.getByLabel('Your code').inputValue()).toBe(code)
})
