import { readQrSvg } from '@goodword/server/testing/read-qr-svg'
import { invitationSettings } from '@goodword/server/testing/requests/invitation-settings'
import { describe, expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor, stopClock } from '../testing/visitor.ts'
import { openWidgetHost, postToWidget, received } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const host = await openWidgetHost()
const { tenant, signed } = host

describe('copying', () => {
  test('the button copies the link, and announces it visibly and to screen readers', async () => {
    const { page, context, faults } = await openVisitor(browser)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // The button shows it for a moment only, which may be over before the check.
    await stopClock(page)
    const frame = await host.show(page, { identity: signed('copies') })
    await frame.getByRole('button', { name: 'Copy link' }).click()
    await frame.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await frame.getByRole('status').allTextContents()).toContain('Copied')
    const link = await frame.getByLabel('Your link').inputValue()
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus())
    await page.keyboard.press('Control+V')
    expect(await page.locator('textarea').inputValue()).toBe(link)
    expect(await received(page)).toContainEqual(
      expect.objectContaining({ type: 'event', name: 'copied', detail: { what: 'link' } }),
    )
    expect(faults).toEqual([])
  })

  test('the link can be copied where the page around the widget gives no leave to write to the clipboard', async () => {
    const { page } = await openVisitor(browser)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
      })
    })
    const frame = await host.show(page, { identity: signed('selects') })
    await frame.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => frame.getByRole('status').allTextContents()).toContain('Copied')
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus())
    await page.keyboard.press('Control+V')
    const code = await tenant.user('selects')
    expect(await page.locator('textarea').inputValue()).toBe(code)
  })
})

test('a share by e-mail does not navigate the widget, with any restrictions of its frame', async () => {
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('mails'), policy: `frame-src ${goodwordUrl()}` })
  await frame.getByRole('link', { name: 'E-mail' }).click()
  await expect.poll(async () => JSON.stringify(await received(page))).toContain('"medium":"email"')
  // A response of the frame shows that the effect of the click on the frame is over.
  await postToWidget(page, { type: 'opened' })
  await page.waitForResponse('**/open/widget')
  expect(await frame.getByLabel('Your link').isVisible()).toBe(true)
  expect(faults).toEqual([])
})

test('each medium has its own share link and the words of the program', async () => {
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('shares') })
  const link = await frame.getByLabel('Your link').inputValue()
  const addresses = await frame
    .getByRole('list', { name: 'Share it' })
    .getByRole('link')
    .evaluateAll((links) => links.map((it) => it.getAttribute('href')))
  const via = (medium: string) => encodeURIComponent(`${link}?via=${medium}`)
  expect(addresses).toEqual([
    expect.stringMatching(/^mailto:\?subject=A%20recommendation/),
    expect.stringMatching(/^https:\/\/wa\.me\/\?text=I%20like/),
    expect.stringMatching(/^https:\/\/x\.com\/intent\/post\?text=.*&url=/),
    expect.stringMatching(/^https:\/\/www\.facebook\.com\/sharer\/sharer\.php\?u=/),
    expect.stringMatching(/^https:\/\/www\.linkedin\.com\/sharing\/share-offsite\/\?url=/),
  ])
  for (const [index, medium] of ['email', 'whatsapp', 'twitter', 'facebook', 'linkedin'].entries()) {
    expect(addresses[index]).toContain(via(medium))
  }
})

test('the device’s own way to share is offered where there is one', async () => {
  const { page } = await openVisitor(browser)
  await page.addInitScript(() => {
    const shared = (it: ShareData) => parent.postMessage({ shared: it }, '*')
    Object.defineProperty(navigator, 'share', { value: async (it: ShareData) => shared(it) })
  })
  const frame = await host.show(page, { identity: signed('native') })
  await frame.getByRole('button', { name: 'Share…' }).click()
  const sharedEvent = async () => (await received(page)).find((it) => it.shared !== undefined)?.shared
  await expect.poll(sharedEvent).toEqual({
    title: 'A recommendation for you',
    text: 'I like this shop. Here is my link for you:',
    url: await frame.getByLabel('Your link').inputValue(),
  })
  await expect.poll(async () => JSON.stringify(await received(page))).toContain('"medium":"native"')
})

test('the QR code of the link is drawn when it comes into view, and its place goes away where it cannot be', async () => {
  const { page, faults } = await openVisitor(browser, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 300 },
  })
  const drawers: string[] = []
  page.on('request', (it) => void (it.url().includes('/widget/assets/') && drawers.push(it.url())))
  const frame = await host.show(page, { identity: signed('scans') })
  const link = await frame.getByLabel('Your link').inputValue()
  const before = drawers.length
  const picture = frame.getByRole('img', { name: 'QR code' })
  expect(await picture.count()).toBe(0)
  await frame.locator('.qr-picture').scrollIntoViewIfNeeded()
  await picture.waitFor()
  expect(drawers.length).toBe(before + 1)
  expect(readQrSvg(await picture.evaluate((it) => it.outerHTML))).toBe(link)
  expect(await barriersOf(page)).toEqual([])
  expect(faults).toEqual([])

  const { page: other } = await openVisitor(browser)
  await other.route(String(drawers.at(-1)), (route) => route.abort())
  const without = await host.show(other, { identity: signed('scans') })
  await without.locator('.qr').scrollIntoViewIfNeeded()
  await without.locator('.qr-picture').waitFor({ state: 'detached' })
  await without.getByRole('link', { name: 'Download as PNG' }).waitFor()
})

test('the QR code of the link can be saved as a picture', async () => {
  const { page } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('prints') })
  const link = await frame.getByLabel('Your link').inputValue()
  const address = await frame.getByRole('link', { name: 'Download as PNG' }).getAttribute('href')
  expect(address).toBe(`${link}/qr.png?size=1000&download`)
  const { status, headers } = await fetch(address ?? '')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(headers.get('content-disposition')).toMatch(/^attachment/)
})

test('a person chooses a code where the program allows it, and sees why one cannot be had', async () => {
  const { page, faults } = await openVisitor(browser)
  const frame = await host.show(page, { identity: signed('chooser') })
  const former = await frame.getByLabel('Your code').inputValue()
  expect(await frame.getByText('Choose your own code').count()).toBe(0)
  await tenant.program({ landingPage: `${host.site.origin}/landing`, referrersChooseCodes: true })
  await postToWidget(page, { type: 'opened' })
  await frame.getByText('Choose your own code').click()
  await frame.getByLabel('Your new code').fill('adm1n')
  await page.keyboard.press('Enter')
  await frame.locator('#new-code-problem').getByText('This code is taken.').waitFor()
  await frame.getByLabel('Your new code').fill('chooser-1')
  await page.keyboard.press('Enter')
  await expect.poll(() => frame.getByLabel('Your code').inputValue()).toBe('CHOOSER-1')
  await expect
    .poll(() => frame.getByRole('status').allTextContents())
    .toContain('This is your code now. Your earlier codes and links keep working.')
  expect(await frame.getByLabel('Your link').inputValue()).toMatch(/CHOOSER-1$/)
  expect((await fetch(`${goodwordUrl()}/r/${tenant.alias}/${former}`, { redirect: 'manual' })).status).toBe(
    302,
  )
  expect(faults.filter((it) => !it.includes('409'))).toEqual([])
})

test('a person has invitations sent to friends, and sees at each address that is none what to correct', async () => {
  const { page, faults } = await openVisitor(browser, {
    viewport: { width: 360, height: 800 },
    colorScheme: 'dark',
  })
  await tenant.program({ landingPage: `${host.site.origin}/landing`, ...invitationSettings })
  const frame = await host.show(page, { identity: signed('inviter') })
  await frame.getByText('Invite by e-mail').focus()
  await page.keyboard.press('Enter')
  const addresses = frame.getByLabel('E-mail addresses of your friends')
  await addresses.fill('carol@example.com, Dan Doe <dan@example.com>\nnobody@')
  await frame.getByRole('button', { name: 'Send invitations' }).press('Enter')
  await frame.locator('#invite-results').getByText('carol@example.com: Please enter').waitFor()
  expect(await barriersOf(page)).toEqual([])
  await frame.getByLabel('Your first name').fill('Ines')
  await frame.getByRole('button', { name: 'Send invitations' }).click()
  await frame.getByText('You can invite 8 more friends today.').waitFor()
  const results = [
    'carol@example.com: Accepted',
    'dan@example.com: Accepted',
    'nobody@: This is not a valid address.',
  ]
  expect(await frame.locator('#invite-results li').allTextContents()).toEqual(results)
  expect(await frame.getByRole('status').allTextContents()).toContain(results.join(' '))
  expect(await addresses.inputValue()).toBe('nobody@')
  expect(await addresses.getAttribute('aria-invalid')).toBe('true')
  expect(await barriersOf(page)).toEqual([])
  const { invitations } = await tenant.requestOk('GET', '/account/inviter/user/inviter_user/data')
  expect(invitations).toMatchObject([{ address: 'carol@example.com' }, { address: 'dan@example.com' }])
  expect(await tenant.requestOk('GET', '/mails?kind=INVITATION')).toMatchObject({ count: 2 })
  await addresses.fill(Array.from({ length: 9 }, (_, index) => `friend${index}@example.com`).join('\n'))
  await page.route('**/open/invitations', (it) => it.fulfill({ status: 429 }))
  await frame.getByRole('button', { name: 'Send invitations' }).click()
  await expect
    .poll(() => frame.locator('#invite-results').textContent())
    .toContain('You can invite 8 more friends today.')
  await addresses.fill('erin@example.com')
  await frame.getByRole('button', { name: 'Send invitations' }).click()
  await frame.locator('#invite-results').getByText('There are too many requests').waitFor()
  expect(await addresses.inputValue()).toBe('erin@example.com')
  expect(faults.filter((it) => !it.includes('429'))).toEqual([])
})
