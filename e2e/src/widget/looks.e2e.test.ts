import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import type { ProgramSettings } from '@goodword/contract/program/program'
import type { BrowserContextOptions, FrameLocator } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { isFullRun } from '../testing/full-run.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openWidgetHost } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const host = await openWidgetHost()
const { tenant, signed, site } = host

const landingPage = `${site.origin}/landing`
const terms = 'For new customers.\nEnds when the friend cancels.'
const texts = { en: { terms, termsLink: 'https://shop.example.com/terms' } }
await tenant.program({ landingPage, texts })

// A user with referrals in every state, and rewards of every kind.
const code = await tenant.user('ann', { firstName: 'Ann' })
for (const [id, firstName] of [
  ['tries', 'Zoë'],
  ['pays', 'Bartholomew-Alexander'],
  ['left', 'محمد'],
  ['waits', 'Li'],
] as const) {
  await tenant.user(id, { firstName, lastName: 'Featherstonehaugh' })
  await tenant.sync(id, { subscription: { status: 'TRIAL' }, referral: { code } })
}
await tenant.pay('pays')
await tenant.leave('left')
await tenant.moderate('PEND', String((await tenant.referral('waits')).id))
for (let index = 0; index < 8; index += 1) {
  await tenant.sync(`silent_${index}`, { subscription: { status: 'TRIAL' }, referral: { code } })
}
await tenant.give('ann', { type: 'CREDIT', unit: 'EUR', credit: 1550 })
await tenant.give('ann', { type: 'TIME_CREDIT', unit: 'DAY', credit: 14 })
await tenant.give('ann', { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 })

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true }
const dark = { colorScheme: 'dark' } as const

/** Rows that repeat a look in further languages, themes and widths are for the full run. */
const inFullRun = <T>(rows: readonly T[]): readonly T[] => (isFullRun ? rows : [])

async function openWidget(
  options: BrowserContextOptions,
  shown: Partial<Parameters<typeof host.show>[1]> = {},
) {
  const visitor = await openVisitor(browser, options)
  const frame = await host.show(visitor.page, { identity: signed('ann'), ...shown })
  return { ...visitor, frame }
}

/** Changes the program until the end of the test. */
async function programIs(settings: Partial<ProgramSettings>): Promise<void> {
  onTestFinished(async () => void (await tenant.program({ landingPage, texts })))
  await tenant.program({ landingPage, ...settings })
}

async function openDetails(frame: FrameLocator): Promise<void> {
  await frame.getByRole('listitem').first().waitFor()
  for (const summary of await frame.locator('summary').all()) await summary.click()
}

async function fitsInWidth(frame: FrameLocator): Promise<boolean> {
  return frame.locator('html').evaluate((it) => it.scrollWidth <= it.clientWidth)
}

describe('accessibility', () => {
  type Look = readonly [string, BrowserContextOptions, Partial<Parameters<typeof host.show>[1]>]
  const popup = { viewport: { width: 480, height: 800 } }
  const looks: readonly Look[] = [
    ['embedded in a wide page', { viewport: { width: 1280, height: 900 } }, {}],
    ['in Arabic in a popup on a phone in the dark', { ...dark, ...phone }, { locale: 'ar', mode: 'popup' }],
    ...inFullRun<Look>([
      ['embedded in a phone', phone, {}],
      ['in a popup', popup, { mode: 'popup' }],
      ['in a popup in the dark', { ...dark, ...popup }, { mode: 'popup' }],
      ['on a phone in the dark', { ...phone, ...dark }, {}],
      ['with little motion and forced colors', { reducedMotion: 'reduce', forcedColors: 'active' }, {}],
      ['in German on a phone', phone, { locale: 'de' }],
      ['in French on a phone', phone, { locale: 'fr' }],
      ['in Spanish on a phone', phone, { locale: 'es' }],
      ['in Arabic on a phone', phone, { locale: 'ar' }],
      ['in Japanese in a popup in the dark', { ...dark, ...phone }, { locale: 'ja', mode: 'popup' }],
    ]),
  ]
  test.each(looks)('the widget is accessible: %s', async (_, options, shown) => {
    const { page, frame, faults } = await openWidget(options, shown)
    await openDetails(frame)
    expect(await barriersOf(page)).toEqual([])
    expect(await fitsInWidth(frame)).toBe(true)
    expect(faults).toEqual([])
  })

  test('the widget is accessible for a user without referrals', async () => {
    const { page, frame } = await openWidget({}, { identity: signed('nobody') })
    await frame.getByText('No one has joined yet.').waitFor()
    expect(await barriersOf(page)).toEqual([])
  })

  test('a wide page shows progress beside the link, also to someone who can enter a code', async () => {
    const { frame } = await openWidget(
      { viewport: { width: 1280, height: 900 } },
      { identity: signed('new') },
    )
    const link = await frame.getByLabel('Your link').boundingBox()
    const code = await frame.getByLabel('Your friend’s code').boundingBox()
    const progress = await frame.getByRole('heading', { name: 'Your results' }).boundingBox()
    expect(code?.x).toBe(link?.x)
    expect(progress?.y).toBeLessThan(link?.y ?? 0)
  })

  test('the widget is accessible for an unsigned user', async () => {
    const { page, frame } = await openWidget(phone, {
      identity: { account_id: 'plain', user_id: 'plain_user' },
    })
    await frame.getByLabel('Your code').waitFor()
    expect(await barriersOf(page)).toEqual([])
  })

  test('the widget is accessible while it loads, and when it does not', async () => {
    const { page, frame } = await openWidget({}, { identity: {}, mode: 'popup' })
    await frame.getByText('Loading…').waitFor({ state: 'attached' })
    expect(await barriersOf(page)).toEqual([])
    await host.show(page, { identity: { account_id: 'x', user_id: 'x', jwt: 'x' }, mode: 'popup' })
    await frame.getByRole('alert').waitFor()
    expect(await barriersOf(page)).toEqual([])
  })

  test.each<WidgetTheme>([
    { accentColor: '#777777', backgroundColor: '#7a7a7a', font: 'mono' },
    ...inFullRun<WidgetTheme>([
      { accentColor: '#ffff00', cornerRadius: 0 },
      { accentColor: '#ffffff', font: 'serif' },
      { accentColor: '#000000', backgroundColor: '#808080' },
      { accentColor: '#00ff7f', backgroundColor: '#101820' },
    ]),
    { colorScheme: 'dark', accentColor: '#200040', darkBackgroundColor: '#0a0a14', cornerRadius: 24 },
  ])('the widget is accessible with the merchant’s colors: %j', async (theme) => {
    await programIs({ theme, texts })
    const { page, frame } = await openWidget(phone)
    await openDetails(frame)
    expect(await barriersOf(page)).toEqual([])
  })
})

describe('the language', () => {
  type Words = readonly [locale: string, words: string, title: string, money: string, discount: string]
  const languages: readonly Words[] = [
    ['de-AT', 'de-AT', 'Laden Sie Ihre Freunde ein', '€ 15,50', '10 % Rabatt auf Ihre nächste Rechnung'],
    ['ar', 'ar', 'دعوة الأصدقاء', '15.50 €', '10% خصم على فاتورتك القادمة'],
    // A language without words here is English throughout, numbers included.
    ['sv', 'en', 'Invite your friends', '€15.50', '10% off your next bill'],
    ...inFullRun<Words>([
      ['fr', 'fr', 'Invitez vos amis', '15,50 €', '10 % de réduction sur votre prochaine facture'],
      ['es', 'es', 'Invita a tus amigos', '15,50 €', '10 % de descuento en tu próxima factura'],
      ['pl', 'pl', 'Zaproś znajomych', '15,50 €', '10% zniżki na następny rachunek'],
      ['ja', 'ja', 'お友達を招待', '€15.50', '10% 次回のご請求から割引'],
      ['en-GB', 'en-GB', 'Invite your friends', '€15.50', '10% off your next bill'],
      ['he', 'en', 'Invite your friends', '€15.50', '10% off your next bill'],
      ['no such language', 'en-US', 'Invite your friends', '€15.50', '10% off your next bill'],
    ]),
  ]
  test.each(languages)('the widget in %s has words of %s', async (locale, words, title, money, discount) => {
    const { frame } = await openWidget({ locale: 'en-US' }, { locale })
    await frame.getByRole('heading', { level: 1, name: title }).waitFor()
    const page = frame.locator('html')
    expect(await page.getAttribute('lang')).toBe(words)
    expect(await page.evaluate((it) => getComputedStyle(it).direction)).toBe(words === 'ar' ? 'rtl' : 'ltr')
    const sums = await frame.locator('.sums li').allTextContents()
    const shownTexts = sums.map((it) => it.replaceAll(/\s/g, ' ').replaceAll(/[\u200e\u200f]/g, ''))
    expect(shownTexts.join('\n')).toContain(money)
    expect(shownTexts[0]).toBe(discount)
  })

  test('the widget speaks the reader’s language where the merchant has texts in it, else English', async () => {
    const shownTexts = {
      en: { title: 'Give and get' },
      'pt-BR': { title: 'Indique' },
      pt: { title: 'Recomende' },
    }
    await programIs({ texts: shownTexts })
    for (const [locale, title] of [
      ['pt-BR', 'Indique'],
      ['pt-PT', 'Recomende'],
      ['de', 'Give and get'],
    ] as const) {
      const { frame } = await openWidget({}, { locale })
      await frame.getByRole('heading', { level: 1, name: title }).waitFor()
    }
  })
})

describe('the look', () => {
  const colors = (frame: FrameLocator) =>
    frame.locator('html').evaluate((it) => {
      const { backgroundColor, color, colorScheme } = getComputedStyle(it)
      return { backgroundColor, color, colorScheme }
    })

  test('the look of the program is there before the service has answered', async () => {
    await programIs({ theme: { backgroundColor: '#fff4e0' } })
    const { frame } = await openWidget({}, { identity: {} })
    await frame.getByText('Loading…').waitFor({ state: 'attached' })
    expect(await colors(frame)).toMatchObject({ backgroundColor: 'rgb(255, 244, 224)', colorScheme: 'light' })
  })

  test('the widget has the logo, small enough, and no hole where it does not load', async () => {
    await programIs({ theme: { logo: 'https://cdn.test/logo.svg' } })
    const { page, frame } = await openVisitor(browser).then(async (visitor) => {
      const body =
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200"/></svg>'
      await visitor.page.route('https://cdn.test/**', (it) =>
        it.fulfill({ contentType: 'image/svg+xml', body }),
      )
      return { ...visitor, frame: await host.show(visitor.page, { identity: signed('ann'), mode: 'popup' }) }
    })
    await expect.poll(async () => (await frame.locator('img').boundingBox())?.height).toBe(40)
    expect(await barriersOf(page)).toEqual([])
    await page.unroute('https://cdn.test/**')
    await page.route('https://cdn.test/**', (it) => it.abort())
    await host.show(page, { identity: signed('ann') })
    await frame.getByLabel('Your code').waitFor()
    await expect.poll(() => frame.locator('img').count()).toBe(0)
  })

  test('the theme follows the visitor’s system, also while the widget is shown, unless the program decides', async () => {
    const { page, frame } = await openWidget(dark)
    await frame.getByLabel('Your code').waitFor()
    expect(await colors(frame)).toMatchObject({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => colors(frame)).toMatchObject({ colorScheme: 'light' })
    await programIs({ theme: { colorScheme: 'light' } })
    const other = await openWidget(dark)
    await other.frame.getByLabel('Your code').waitFor()
    expect(await colors(other.frame)).toMatchObject({ colorScheme: 'light' })
  })
})

test.each(['de', ...inFullRun(['en', 'fr', 'es', 'ar'])])(
  'an amount of money stands on one line on a phone in %s',
  async (locale) => {
    await tenant.user('rich')
    await tenant.give('rich', { type: 'CREDIT', unit: 'USD', credit: 123_456 })
    await tenant.give('rich', { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 })
    const { frame } = await openWidget(
      { viewport: { width: 375, height: 720 } },
      { identity: signed('rich'), locale },
    )
    const amounts = frame.locator('.sums strong')
    await amounts.first().waitFor()
    const lines = await amounts.evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight)),
    )
    expect(lines.map(Math.round)).toEqual(lines.map(() => 1))
  },
)
