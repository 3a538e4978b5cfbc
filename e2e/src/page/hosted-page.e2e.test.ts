import { runCommand } from '@goodword/server/testing/run-command'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { shiftOf, watchShifts } from '../testing/layout-shift.ts'
import { signInLink } from '../testing/sign-in-link.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const ALIAS = 'test_page_story'
const PAGE = `${goodwordUrl()}/p/${ALIAS}`
const EMAIL = 'rita@example.com'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1000, height: 700 } }

test('a person signs in by the link of an e-mail, shares from a phone, prints a card and leaves nothing behind', async () => {
  const request = await createProgram()
  const context = await browser.newContext({ ...desktop, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(PAGE)
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const link = await signInLink(request)
  await page.goto(link)
  expect(await page.getByText(EMAIL).textContent()).toBe(`You sign in as ${EMAIL}.`)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Open my page' }).click()
  await seeWidget(page)
  expect(await faultsOf(page)).toEqual([])
  // Only a signed call gets them.
  const widget = page.frameLocator('iframe')
  await widget.getByRole('heading', { name: 'Your referrals' }).waitFor()
  expect(await page.locator('#plain').isVisible()).toBe(false)
  const session = await context.storageState()

  await seeInOtherBrowsers(session)
  await seeInParts(session)
  await shareFromPhone(session)
  await printCard(page)

  await page.getByRole('button', { name: 'Delete my data on this page' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await context.cookies()).toEqual([])
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await context.close()
})

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Looks at the page as others see it: in the dark, from right to left, and without scripts. */
async function seeInOtherBrowsers(storageState: Session): Promise<void> {
  for (const view of [
    { ...desktop, colorScheme: 'dark' },
    { ...phone, locale: 'ar' },
  ] as const) {
    const context = await browser.newContext({ locale: 'en-US', ...view, storageState })
    const page = await context.newPage()
    await watchShifts(page)
    await page.goto(PAGE)
    await seeWidget(page)
    expect(await faultsOf(page)).toEqual([])
    expect(await shiftOf(page)).toBe(0)
    await context.close()
  }
  const context = await browser.newContext({
    ...phone,
    locale: 'en-US',
    javaScriptEnabled: false,
    storageState,
  })
  const page = await context.newPage()
  await page.goto(PAGE)
  expect(await page.getByLabel('Your link').inputValue()).toBe(`${goodwordUrl()}/r/${ALIAS}/RITA`)
  expect(await page.getByLabel('Your code').inputValue()).toBe('RITA')
  expect(await page.getByRole('img', { name: 'QR code of your link' }).getAttribute('src')).toContain(
    '/qr.svg',
  )
  await context.close()
}

/** Nothing moves where the network is slow and the page ends, for a while, inside of its bar. */
async function seeInParts(storageState: Session): Promise<void> {
  const context = await browser.newContext({ ...phone, locale: 'ar', storageState })
  const answer = await context.request.get(PAGE)
  // The script of the page would ask this server for a token.
  const html = (await answer.text()).replaceAll(/<script.*<\/script>/g, '')
  const middle = html.indexOf('</button>') - 8
  const { origin } = await openSite({ '/': { body: html.slice(0, middle), rest: html.slice(middle) } })
  const page = await context.newPage()
  await watchShifts(page)
  await page.goto(origin)
  expect(await page.getByRole('button').first().isVisible()).toBe(true)
  expect(await shiftOf(page)).toBe(0)
  await context.close()
}

/** Where a device has a way to share of its own, it comes first, and gets the link. */
async function shareFromPhone(storageState: Session): Promise<void> {
  const context = await browser.newContext({ ...phone, locale: 'en-US', storageState })
  await context.addInitScript(() => {
    const share = (shared: ShareData) => {
      document.documentElement.dataset.shared = shared.url ?? ''
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const page = await context.newPage()
  await page.goto(PAGE)
  await seeWidget(page)
  const media = page.frameLocator('iframe').locator('.media li')
  const [first, second] = [media.first(), media.nth(1)]
  const tops = [(await first.boundingBox())?.y ?? 0, (await second.boundingBox())?.y ?? 0]
  expect(tops[0]).toBeLessThan(tops[1] ?? 0)
  await first.getByRole('button').click()
  const shared = page.frameLocator('iframe').locator('html')
  await expect.poll(() => shared.getAttribute('data-shared')).toBe(`${goodwordUrl()}/r/${ALIAS}/RITA`)
  expect(await page.locator('iframe').getAttribute('allow')).toContain('web-share')
  await context.close()
}

/** One page of the size A6 has the card and nothing else. */
async function printCard(page: Page): Promise<void> {
  expect(await page.getByRole('button', { name: 'Print the card' }).isVisible()).toBe(true)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  const [, width = 0, height = 0] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.map(Number) ?? []
  // 105 by 148 mm, in points.
  expect([Math.round(width), Math.round(height)]).toEqual([298, 420])
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Scan the code').isVisible()).toBe(true)
  expect(await page.getByText('A gift for you: 10% off for 12 months').isVisible()).toBe(true)
  expect(await page.getByRole('button').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
}

async function seeWidget(page: Page): Promise<void> {
  await page.locator('#goodword.ready iframe').waitFor()
}

type Request = (path: string, body?: object, method?: string) => Promise<Answer>
type Answer = { readonly version: number }

async function createProgram(): Promise<Request> {
  const { output, errors } = await runCommand(inject('goodword').env, 'tenant', 'create', 'page_story')
  expect(errors).toBe('')
  const { apiKey } = JSON.parse(output).test
  const request: Request = async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(`${goodwordUrl()}/api/v1/${ALIAS}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Answer
  }
  const emails = { fromAddress: 'rewards@example.com' }
  const { version } = await request('/program')
  const program = { version, name: 'Friends of <b>Postal</b>', emails, hostedPage: { enabled: true } }
  await request('/program', program, 'PUT')
  const person = {
    accountId: 'acct_rita',
    id: 'user_rita',
    email: EMAIL,
    firstName: 'Rita',
    referralCode: 'RITA',
  }
  await request('/user', person)
  return request
}

/** The faults for people with a small screen or a screen reader. */
async function faultsOf(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  return [...(await barriersOf(page)), ...(isTooWide ? ['too wide'] : [])]
}
