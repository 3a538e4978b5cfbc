import { signToken } from '@goodword/server/testing/sign'
import { describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openWidgetHost, postToWidget, received } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const host = await openWidgetHost()
const { tenant, signed, site } = host
const landingPage = `${site.origin}/landing`

/** A referrer whose friend pays. */
async function referrer(id: string): Promise<string> {
  const code = await tenant.user(id, { firstName: 'Ann' })
  await tenant.user(`${id}_friend`)
  await tenant.sync(`${id}_friend`, { subscription: { status: 'TRIAL' }, referral: { code } })
  await tenant.pay(`${id}_friend`)
  return code
}

describe('a program that is off', () => {
  const advertised = /10%|Copy|Your friend gets/

  test('while the program is off, an unsigned visitor sees that and no link', async () => {
    onTestFinished(async () => void (await tenant.program({ landingPage })))
    await tenant.program({ landingPage, active: false })
    const { page, faults } = await openVisitor(browser)
    const frame = await host.show(page, { identity: { account_id: 'plain', user_id: 'plain_user' } })
    await frame.getByRole('heading', { name: 'Referrals are paused' }).waitFor()
    expect(await frame.locator('body').textContent()).not.toMatch(advertised)
    expect(await frame.locator('input, a').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('while the program is off, a signed referrer keeps sight of what they have earned', async () => {
    await referrer('earner')
    onTestFinished(async () => void (await tenant.program({ landingPage })))
    await tenant.program({ landingPage, active: false })
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: signed('earner') })
    await frame.getByRole('heading', { name: 'Referrals are paused' }).waitFor()
    await frame.getByRole('region', { name: 'Your rewards' }).getByText('off your next bill').waitFor()
    expect(await frame.getByRole('region', { name: 'Your referrals' }).getByRole('listitem').count()).toBe(1)
    expect(await frame.locator('input').count()).toBe(0)
  })

  test.each([
    ['disabled', { disabled: true }],
    ['expired', { dateExpires: 1_600_000_000_000 }],
  ])('a code that is %s is not offered, and is once it works again', async (name, change) => {
    const code = await tenant.user(`off_${name}`)
    expect((await tenant.request('PUT', `/code/${code}`, change)).status).toBe(200)
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: signed(`off_${name}`) })
    await frame.getByRole('heading', { name: 'Your link is not active' }).waitFor()
    expect(await frame.locator('body').textContent()).not.toMatch(advertised)
    await tenant.request('PUT', `/code/${code}`, { disabled: false, dateExpires: 4_000_000_000_000 })
    await postToWidget(page, { type: 'opened' })
    await frame.getByLabel('Your link').waitFor()
  })
})

describe('a token that has expired', () => {
  const expired = (id: string) => ({
    ...signed(id),
    jwt: signToken(tenant.signingKey, { user: { accountId: id, id: `${id}_user` }, exp: 1_600_000_000 }),
  })

  test('an expired token is reported with what to do, without a button that could not work', async () => {
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: expired('late'), mode: 'popup' })
    await frame.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await frame.getByText('Please reload the page or sign in again').waitFor()
    expect(await frame.getByRole('button').allTextContents()).toEqual([''])
    expect(await frame.getByRole('button', { name: 'Close' }).count()).toBe(1)
  })

  test('an expired token is reported to the page, and the widget is shown with the next one', async () => {
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: expired('renewed') })
    await frame.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    const events = async () => (await received(page)).filter((it) => it.type === 'event')
    await expect
      .poll(events)
      .toContainEqual(
        expect.objectContaining({ name: 'token-needed', detail: { code: 'SIGNATURE_INVALID' } }),
      )
    await postToWidget(page, { type: 'identity', identity: signed('renewed') })
    await frame.getByLabel('Your link').waitFor()
  })

  test('an expired token takes away what is shown when it is the shown person’s', async () => {
    const { page } = await openVisitor(browser)
    const frame = await host.show(page, { identity: signed('shown') })
    await frame.getByLabel('Your link').waitFor()
    await postToWidget(page, { type: 'identity', identity: expired('shown') })
    await frame.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    expect(await frame.locator('input').count()).toBe(0)
  })
})

test('an odd optional field is left out, and the widget is shown', async () => {
  const { page, warnings } = await openVisitor(browser)
  const odd = { email: 'no address', first_name: 'x'.repeat(300) }
  const frame = await host.show(page, { identity: signed('odd', odd) })
  await frame.getByLabel('Your link').waitFor()
  expect(warnings.join('\n')).toMatch(/email is left out.*\n.*first_name is left out/)
})

test('the same user named again is not asked for again', async () => {
  const { page, requests } = await openVisitor(browser)
  const identity = signed('same')
  const frame = await host.show(page, { identity })
  await frame.getByLabel('Your link').waitFor()
  await postToWidget(page, { type: 'identity', identity })
  await postToWidget(page, { type: 'opened' })
  await page.waitForResponse('**/open/widget')
  expect(requests.filter((it) => it.url().includes('/open/widget'))).toHaveLength(2)
})

test('a service that is busy is asked again after the pause that it names', async () => {
  const { page } = await openVisitor(browser)
  let requestCount = 0
  await page.route('**/open/widget', async (route) => {
    requestCount += 1
    if (requestCount > 2) return route.continue()
    const status = requestCount === 1 ? 429 : 503
    await route.fulfill({ status, headers: { 'Retry-After': '1' }, json: { statusCode: status } })
  })
  const frame = await host.show(page, { identity: signed('patient') })
  await frame.getByLabel('Your link').waitFor()
  expect(requestCount).toBe(3)
})

test('a service that stays busy is asked six times, and then the visitor may ask', async () => {
  const { page } = await openVisitor(browser)
  let requestCount = 0
  await page.route('**/open/widget', async (route) => {
    requestCount += 1
    await route.fulfill({ status: 503, json: { statusCode: 503 } })
  })
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  const frame = await host.show(page, { identity: signed('busy') })
  await frame.getByRole('heading', { name: 'This did not load' }).waitFor()
  expect(requestCount).toBe(6)
  await page.unroute('**/open/widget')
  await frame.getByRole('button', { name: 'Try again' }).click()
  await frame.getByLabel('Your link').waitFor()
})

test('the frame keeps its height while it loads, and then takes the one that it needs', async () => {
  const { page } = await openVisitor(browser)
  let answer = () => {}
  const held = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/open/widget', async (route) => {
    await held
    await route.continue()
  })
  const frame = await host.show(page, { identity: signed('still'), height: 700 })
  const heights = async () =>
    (await received(page)).filter((it) => it.type === 'resize').map((it) => it.height)
  await expect.poll(heights).toContain(700)
  expect(new Set(await heights())).toEqual(new Set([700]))
  answer()
  await frame.getByLabel('Your link').waitFor()
  const needed = () => frame.locator('.widget').evaluate((it) => Math.ceil(it.getBoundingClientRect().height))
  await expect.poll(async () => (await heights()).at(-1) === (await needed())).toBe(true)
})
