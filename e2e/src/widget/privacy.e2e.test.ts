import { describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite, openWidgetHost } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const host = await openWidgetHost()
const { tenant, signed, site } = host

/** A referrer with one friend who pays. */
async function referrer(id: string): Promise<string> {
  const code = await tenant.user(id, { firstName: 'Ann', email: `${id}@secret.example` })
  const friend = `${id}_friend`
  await tenant.user(friend, { firstName: 'Zoë', lastName: 'Quist', email: `${friend}@secret.example` })
  await tenant.sync(friend, { subscription: { status: 'TRIAL' }, referral: { code } })
  await tenant.pay(friend)
  return code
}

describe('an unsigned visitor', () => {
  test('an unsigned visitor sees code and links of the user that the page names, and nothing that came of them', async () => {
    const code = await referrer('plain')
    const { page, faults, requests } = await openVisitor(browser)
    const frame = await host.show(page, { identity: { account_id: 'plain', user_id: 'plain_user' } })
    await expect.poll(() => frame.getByLabel('Your code').inputValue()).toBe(code)
    expect(await frame.getByLabel('Your link').inputValue()).toBe(
      `${goodwordUrl()}/r/${tenant.alias}/${code}`,
    )
    expect(await frame.getByText('Share your link with as many friends').isVisible()).toBe(true)
    expect(await frame.getByRole('heading').allTextContents()).toEqual(['Invite your friends', 'Share it'])
    expect(await frame.locator('body').textContent()).not.toMatch(/Zoë|Your rewards|Your referrals/)
    const calls = requests.filter((it) => it.url().includes('/open/widget'))
    expect(calls).toHaveLength(1)
    for (const call of calls) {
      const headers = await call.allHeaders()
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
    }
    expect(faults).toEqual([])
  })

  test('an unsigned visitor has no personal data in an address, and gets no cookie', async () => {
    const { page, context, requests } = await openVisitor(browser)
    const identity = { account_id: 'quiet', user_id: 'quiet_user', email: 'quiet@secret.example' }
    const frame = await host.show(page, { identity })
    await frame.getByLabel('Your code').waitFor()
    const ours = requests.map((it) => it.url()).filter((it) => it.startsWith(goodwordUrl()))
    expect(ours.join('\n')).not.toMatch(/quiet|secret/)
    expect(await context.cookies()).toEqual([])
  })
})

test('a signed visitor sees the referrals of their own, and of friends a first name and an initial', async () => {
  await referrer('ann')
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('ann') })
  const row = frame.getByRole('region', { name: 'Your referrals' }).getByRole('listitem')
  await expect.poll(() => row.allTextContents()).toEqual([expect.stringMatching(/Zoë Q\..*Converted/s)])
  expect(await frame.getByRole('region', { name: 'Your rewards' }).textContent()).toContain('10%')
  expect(await frame.locator('body').textContent()).not.toMatch(/Quist|secret/)
  expect(faults).toEqual([])
})

test('a signature for another user only shows that it failed', async () => {
  await referrer('victim')
  const { page } = await openVisitor(browser)
  const { jwt } = signed('another')
  const frame = await host.show(page, { identity: { account_id: 'victim', user_id: 'victim_user', jwt } })
  await frame.getByRole('heading', { name: 'Not available right now' }).waitFor()
  expect(await frame.locator('input').count()).toBe(0)
})

describe('a page of another origin', () => {
  test('a page of another origin is refused the frame by the browser', async () => {
    const { page, faults } = await openVisitor(browser)
    const identity = { account_id: 'framed', user_id: 'framed_user' }
    await host.show(page, { identity, host: 'evil.test' })
    await expect.poll(() => faults.join('\n')).toMatch(/frame-ancestors/)
    expect(await page.evaluate('window.received')).toEqual([])
  })

  test('a page of another origin may show the widget once the program lists its origin', async () => {
    const { program } = tenant
    const landingPage = `${site.origin}/landing`
    onTestFinished(async () => void (await program({ landingPage })))
    await program({ landingPage, allowedOrigins: [site.at('partner.test')] })
    const { page } = await openVisitor(browser)
    const identity = { account_id: 'partner', user_id: 'partner_user' }
    const frame = await host.show(page, { identity, host: 'partner.test' })
    await frame.getByLabel('Your code').waitFor()
  })
})

test('messages from other windows than the page around it, and messages of no sense, are ignored', async () => {
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('calm') })
  const code = await frame.getByLabel('Your code').inputValue()
  const hostile = { account_id: 'mallory', user_id: 'mallory_user' }
  // A second frame of the same page, of an origin that is allowed: still not the page itself.
  await page.evaluate((identity) => {
    const other = document.createElement('iframe')
    other.src = '/'
    document.body.append(other)
    other.onload = () => {
      const script = other.contentDocument?.createElement('script')
      if (script === undefined) return
      script.textContent = `parent.frames[0].postMessage({ goodword: 1, type: 'identity', identity: ${JSON.stringify(identity)} }, '*')
        parent.document.title = 'sent'`
      other.contentDocument?.body.append(script)
    }
    const nonsense = [null, 5, 'identity', { type: 'identity', identity }, { goodword: 1, type: 'identity' }]
    const more = [
      { goodword: 1 },
      { goodword: 1, type: 'identity', identity: 'x' },
      { goodword: 2, type: 'identity', identity },
    ]
    for (const it of [...nonsense, ...more]) window.frames[0]?.postMessage(it, '*')
  }, hostile)
  await expect.poll(() => page.title()).toBe('sent')
  // Received after all of those, and answered.
  await page.evaluate((identity) => {
    window.frames[0]?.postMessage({ goodword: 1, type: 'identity', identity }, '*')
  }, signed('late'))
  await expect.poll(() => frame.getByLabel('Your code').inputValue()).not.toBe(code)
  const mallory = await tenant.request('GET', '/account/mallory')
  expect(mallory.status).toBe(404)
  expect(faults).toEqual([])
})

test('opened by itself, the widget says where it belongs and asks for nothing', async () => {
  const { page, requests, faults } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/widget/${tenant.alias}`)
  await page.getByText('This page works only inside a shop’s page.').waitFor()
  expect(requests.filter((it) => it.method() === 'POST')).toEqual([])
  expect(faults).toEqual([])
})

test('texts of the merchant and names of friends are always shown as text', async () => {
  const { live } = await openHostileProgram()
  const { page, faults } = await openVisitor(browser)
  const frame = await live.show(page, { identity: live.signed('ann') })
  await frame.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>' }).waitFor()
  await frame.getByText(`${'W'.repeat(40)} Q.`).waitFor()
  expect(await frame.locator('img').count()).toBe(0)
  expect(await frame.locator('html').evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  expect(faults).toEqual([])
})

async function openHostileProgram() {
  const live = await openWidgetHost()
  const html = '<img src=x onerror=alert(1)>'
  await live.tenant.program({
    landingPage: `${live.site.origin}/landing`,
    name: '</title><script>alert(1)</script>',
    texts: { en: { title: html, introduction: html, terms: `</main>${html}`, shareMessage: html } },
  })
  const code = await live.tenant.user('ann')
  await live.tenant.user('friend', { firstName: 'W'.repeat(40), lastName: 'Quist' })
  await live.tenant.sync('friend', { subscription: { status: 'TRIAL' }, referral: { code } })
  return { live }
}

test('a page that an ancestor of another origin shows cannot show it either', async () => {
  const outer = await openSite({
    '/': `<!doctype html><title>Outer</title><iframe src="${site.origin}"></iframe>`,
  })
  const { page, faults } = await openVisitor(browser)
  await page.goto(outer.at('evil.test'))
  await page.frames()[1]?.evaluate((address) => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
  }, `${goodwordUrl()}/widget/${tenant.alias}`)
  await expect.poll(() => faults.join('\n')).toMatch(/frame-ancestors/)
})
