import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { shiftOf, watchShifts } from '../testing/layout-shift.ts'
import { afterLanding, nextEvent, type Pushed, push, scriptTag, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

/** The file that the script loads to greet a friend. */
const PART = '**/goodword-welcome.js*'

const browser = await launchBrowser()
type Shown = {
  readonly language?: string
  readonly commands?: readonly Pushed[]
  readonly style?: string
  readonly body?: string
  readonly tag?: string
  readonly policy?: string
}
let shown: Shown = {}
const site = await openSite(() => {
  const { language = 'en', style = '', policy } = shown
  const page = shopPage({
    ...(shown.tag === undefined ? {} : { tag: shown.tag }),
    commands: shown.commands ?? [['welcome'], init],
    body: `<style>${style}</style><main>${shown.body ?? ''}<p>${'All that a shop has to say. '.repeat(80)}</p></main>`,
  })
  const headers = policy === undefined ? {} : { 'content-security-policy': policy }
  return { headers, body: page.replace('lang="en"', `lang="${language}"`) }
})
const { live: shop } = await createProgram(`${site.origin}/`)
const program = { landingPage: `${site.origin}/`, showReferrerName: true }
await shop.program(program)
const init = ['init', { tenant_alias: shop.alias }]
const code = await shop.user('rita', { firstName: 'Rita', lastName: 'Ray' })
const link = `${goodwordUrl()}/r/${shop.alias}/${code}`

/** Lands by the share link, and counts every shift of the layout, also those after a click. */
async function land(to: Shown = {}, options: BrowserContextOptions = {}, address = link) {
  shown = to
  const visitor = await openVisitor(browser, options)
  await watchShifts(visitor.page)
  await visitor.page.addInitScript(() => {
    const offers: unknown[] = []
    Reflect.set(window, 'offers', offers)
    addEventListener('goodword:offer', (event) => offers.push(Reflect.get(event, 'detail')))
  })
  await afterLanding(visitor.page, () => visitor.page.goto(address))
  return visitor
}

// The test page has its heading outside of landmarks.
const ownBarriers = async (page: Page) => (await barriersOf(page)).filter((it) => !it.includes('<h1>'))
const greeting = (page: Page, name = /Rita/) => page.getByRole('region', { name })
const phone = { viewport: { width: 375, height: 667 } }
const darkStyle = 'html { color-scheme: light dark }'

describe('the greeting of a friend', () => {
  test.each([
    [
      'German on a dark phone',
      'de',
      { ...phone, colorScheme: 'dark' as const },
      /^Rita schenkt Ihnen 10\s%/,
      'rgb(26, 23, 29)',
    ],
    ['English on a light desktop', 'en', {}, /^Rita gives you 10% off for 12 months$/, 'rgb(255, 255, 255)'],
    ['Arabic from right to left', 'ar', phone, /Rita/, 'rgb(255, 255, 255)'],
  ])(
    'the greeting says in %s who gives what, and nothing moves',
    async (_, language, options, title, background) => {
      const { page, faults } = await land({ language, style: darkStyle }, options)
      const box = greeting(page, title)
      await box.waitFor()
      expect(await box.innerText()).toContain(code)
      expect(await shiftOf(page)).toBe(0)
      expect(await box.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(background)
      const direction = await box.evaluate((it) => getComputedStyle(it).direction)
      expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr')
      const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 }
      expect(x).toBeGreaterThan(0)
      expect(x + width).toBeLessThan(page.viewportSize()?.width ?? 0)
      // The focus stays where it was, and assistive technology finds a status with a named button.
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      expect(await page.getByRole('status').filter({ has: box }).count()).toBe(1)
      expect(await ownBarriers(page)).toEqual([])
      expect(faults).toEqual([])
    },
  )

  test('the greeting is closed by keyboard, moves nothing, and stays closed for this code on later pages', async () => {
    const { page, context } = await land()
    await greeting(page).waitFor()
    expect(
      await page.getByRole('region').ariaSnapshot(),
    ).toBe(`- region "Rita gives you 10% off for 12 months":
  - strong: Rita gives you 10% off for 12 months
  - paragraph: For new customers. The code ${code} is entered for you when you sign up.
  - button "Close": ×`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel)).toBe(
      'Close',
    )
    await page.keyboard.press('Enter')
    await greeting(page).waitFor({ state: 'detached' })
    expect(await shiftOf(page)).toBe(0)
    const kept = (await context.cookies()).map(({ name, value }) => [name, value])
    expect(kept).toContainEqual([`_gw_${shop.alias}-closed`, code])
    await page.goto(`${site.origin}/other`)
    await expect.poll(() => page.evaluate('window.offers.length')).toBe(1)
    expect(await greeting(page).count()).toBe(0)
    const other = await shop.user('otto', { firstName: 'Otto' })
    await page.goto(`${goodwordUrl()}/r/${shop.alias}/${other}`)
    await greeting(page, /Otto/).waitFor()
    await push(page, 'consent', false)
    expect(await context.cookies()).toEqual([])
  })

  test.each(['required', 'cookieless'] as const)(
    'the greeting that was closed leaves nothing behind while the program’s consent mode is %s',
    async (consentMode) => {
      await shop.program({ ...program, consentMode })
      const { page, context } = await land()
      await greeting(page).getByRole('button').click()
      await greeting(page).waitFor({ state: 'detached' })
      expect(await context.cookies()).toEqual([])
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
      await shop.program(program)
    },
  )

  test.each([
    ['with room', 'min-height: 9em', true],
    ['without room', '', false],
  ])(
    'an element %s moves nothing: the greeting is %s, its place or over the page',
    async (_, style, isInside) => {
      const body = `<div data-goodword-welcome style="${style}"></div><h2>Plants</h2>`
      for (const options of [phone, {}]) {
        const { page } = await land({ body, commands: [init] }, options)
        await greeting(page).waitFor()
        expect(await page.locator('[data-goodword-welcome] > div').count()).toBe(isInside ? 1 : 0)
        expect(await shiftOf(page)).toBe(0)
      }
    },
  )

  test('a selector names the place, also of an element that comes later', async () => {
    const { page } = await land({ commands: [['welcome', { selector: '#gift' }], init] })
    expect(await greeting(page).count()).toBe(0)
    await page.evaluate(() => {
      const place = document.createElement('div')
      place.id = 'gift'
      place.style.height = '200px'
      document.body.prepend(place)
    })
    await page.locator('#gift').getByRole('region', { name: /Rita/ }).waitFor()
  })

  test('a page that cancels the event draws the offer itself, and a late subscriber gets it too', async () => {
    const cancel = `<script>addEventListener('goodword:offer', (it) => it.preventDefault())</script>`
    const { page } = await land({ body: cancel })
    const detail = {
      code,
      referrerName: 'Rita R.',
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      appliesUntil: null,
      texts: expect.objectContaining({ title: 'Rita gives you 10% off for 12 months' }),
    }
    expect(await nextEvent(page, 'offer')).toEqual(detail)
    expect(await page.evaluate('window.offers')).toEqual([detail])
    expect(await greeting(page).count()).toBe(0)
  })

  test('a user who is signed in is not greeted', async () => {
    const person = ['init', { tenant_alias: shop.alias, account_id: 'paula', user_id: 'paula_1' }]
    const { page, networkIsIdle } = await land({ commands: [['welcome'], person] })
    await nextEvent(page, 'identified')
    await networkIsIdle()
    expect(await greeting(page).count()).toBe(0)
    expect(await page.evaluate('window.offers')).toEqual([])
  })

  test('a visitor without a code loads nothing for it', async () => {
    shown = {}
    const { page, requests, networkIsIdle } = await openVisitor(browser)
    await page.goto(site.origin)
    await networkIsIdle()
    expect(requests.filter((it) => it.url().includes('welcome'))).toEqual([])
  })

  test('the code of the greeting is not run when it is not what the script was released with', async () => {
    shown = {}
    const { page, faults } = await openVisitor(browser)
    await page.addInitScript(() => {
      Math.random = () => 0
    })
    await page.route(PART, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `document.title = 'changed';${await response.text()}` })
    })
    await page.goto(link)
    expect(await nextEvent(page, 'welcome-failed')).toEqual({ reason: 'unreachable' })
    expect(await page.title()).toBe('Shop')
    expect(faults.join()).toContain('integrity')
  })

  test('the greeting looks as it should under a policy that allows neither styles nor trusted types', async () => {
    const service = new URL(goodwordUrl()).origin
    const tag = `<script nonce="a">window._gw = ${JSON.stringify([['welcome'], init])}</script>${scriptTag('async nonce="a"')}`
    const policy = `default-src 'none'; script-src 'nonce-a' 'strict-dynamic'; connect-src ${service}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
    shown = { commands: [], tag, policy }
    const { page, faults } = await openVisitor(browser)
    await page.goto(link)
    await greeting(page).waitFor()
    expect(await greeting(page).evaluate((it) => getComputedStyle(it).display)).toBe('flex')
    // The queue and the style of the page that the tests usually open are inline and without a nonce.
    expect(faults.filter((it) => !/inline/.test(it))).toEqual([])
  })
})

describe('notes beside code fields', () => {
  const form = `<form><input name="code" aria-label="Code"><p data-goodword-code-note="name=code" style="min-height: 3em"></p></form>`
  const note = (page: Page) => page.getByRole('status').filter({ hasNotText: 'Valid until' })
  const commands = [['autofill', 'name=code'], init]

  test('the note of a friend says whose gift the filled-in code is, and nothing moves', async () => {
    const { page } = await land({ body: form, commands })
    await expect
      .poll(() => note(page).innerText())
      .toBe(`Code ${code} is applied: Rita gives you 10% off for 12 months.`)
    expect(await shiftOf(page)).toBe(0)
    expect(await ownBarriers(page)).toEqual([])
  })

  test('the note says live that a typed code works, and why a wrong one does not once the field is left', async () => {
    shown = { body: form, commands, language: 'de' }
    const { page, faults } = await openVisitor(browser)
    await page.goto(site.origin)
    const field = page.getByLabel('Code')
    await field.pressSequentially('WRONG')
    await page.waitForResponse('**/open/welcome*')
    expect(await note(page).innerText()).toBe('')
    await field.blur()
    await expect.poll(() => note(page).innerText()).toMatch(/^Dieser Code funktioniert nicht/)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(code.toLowerCase())
    await expect.poll(() => note(page).innerText()).toContain('Rita schenkt Ihnen')
    expect(await field.getAttribute('aria-invalid')).toBe(null)
    await field.fill('')
    await field.blur()
    await expect.poll(() => note(page).innerText()).toBe('')
    expect(faults).toEqual([])
  })
})
