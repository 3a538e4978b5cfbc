import type { Welcome } from '@goodword/contract/pages/welcome'
import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other } = service
const merchant = merchantAt(service.call, live)
const alice = { accountId: 'alice', id: 'alice_user', firstName: 'Alice', lastName: 'Tan' }
const code = String((await merchant.requestOk('POST', '/user', alice)).referralCode)

await service.setProgram({ showReferrerName: true })

const lookUp = (text: string, options = {}) => {
  const [path = '', query] = text.split('?locale=')
  const suffix = query === undefined ? '' : `?locale=${query}`
  return service.call('GET', `/open/code/${encodeURIComponent(path)}${suffix}`, options)
}
const setCode = (column: string, at: string | null) =>
  service.owner.query(
    { name: '', text: `update app.referral_code set ${column} = $3 where tenant_id = $1 and code = $2` },
    [live.alias, code, at],
  )
const greet = async (query: Readonly<Record<string, string>>, options = {}) => {
  const { body } = await service.call('GET', `/open/welcome?${new URLSearchParams(query)}`, options)
  // The caller holds each answer to the contract.
  return body as Welcome
}
const greetingTexts = async (query: Readonly<Record<string, string>>) => {
  const { offer } = await greet(query)
  if (offer === null) throw new Error('the greeting has no offer')
  return offer.texts
}

describe('GET open/code/{code}', () => {
  test('the look-up says what the friend gets and who recommends, and takes no key', async () => {
    const { status, body } = await lookUp(` ${code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body).toEqual({
      code,
      discountPercentage: 10,
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      referrerName: 'Alice T.',
      appliesUntil: null,
      texts: {
        locale: 'en',
        direction: 'ltr',
        title: 'Alice gives you 10% off for 12 months',
        text: `For new customers. The code ${code} is entered for you when you sign up.`,
        applied: `Code ${code} is applied: Alice gives you 10% off for 12 months.`,
      },
    })
  })

  test('the look-up does not name who recommends when the program hides it', async () => {
    await service.setProgram({ showReferrerName: false })
    expect((await lookUp(code)).body).toMatchObject({
      code,
      referrerName: null,
      texts: { title: 'A friend gives you 10% off for 12 months' },
    })
    await service.setProgram({ showReferrerName: true })
  })

  test('what a stranger gives as a name is nowhere shown, before the server has named the user', async () => {
    const advert = 'SECURITY ALERT: your card was declined. Confirm it at https://evil.example or call 0900'
    const names = [
      { first_name: advert, last_name: 'Acme Support' },
      { first_name: 'Mallory', last_name: 'Stranger' },
    ]
    for (const [index, fields] of names.entries()) {
      const id = `stranger_${index}`
      const own = await service.addUser(id, fields)
      const read = async () => [
        (await lookUp(own)).body,
        await greet({ code: own }),
        await merchant.requestOk('GET', `/code/${own}`),
        await merchant.requestOk('GET', `/account/new_${index}/reward?couponCode=${own}`),
      ]
      expect(JSON.stringify(await read())).not.toMatch(/SECURITY|Mallory|Acme Support/)
      await merchant.requestOk('POST', '/user', { accountId: id, id: `${id}_user` })
      service.clock.now += 5000
      const named = JSON.stringify(await read())
      expect(named).not.toContain('SECURITY')
      expect(named.includes('Mallory gives you')).toBe(index === 1)
      expect(await merchant.requestOk('GET', `/account/${id}/user/${id}_user`)).toMatchObject({
        firstName: fields.first_name,
      })
    }
  })

  test('a stranger who counts ids reads no names in a new program', async () => {
    await service.setProgram({})
    const bob = { accountId: '7001', id: '1', firstName: 'Bob', lastName: 'Keys' }
    await merchant.requestOk('POST', '/user', bob)
    const { body } = await service.call('POST', '/open/identify', {
      body: { account_id: '7001', user_id: '1' },
    })
    const own = String(body.referralCode)
    expect(JSON.stringify([body, (await lookUp(own)).body, await greet({ code: own })])).not.toMatch(
      /Bob|Keys/,
    )
    expect(await merchant.requestOk('GET', `/code/${own}`)).toMatchObject({ referrerName: 'Bob K.' })
    await service.setProgram({ showReferrerName: true })
  })

  test('the look-up has no name for a user without one', async () => {
    expect((await lookUp(await service.addUser('nameless'))).body).toMatchObject({ referrerName: null })
  })

  test('the look-up returns a reward that is no percentage, and null without a reward', async () => {
    const reward = { type: 'CREDIT', unit: 'USD', credit: 500 } as const
    await service.setProgram({ referredReward: reward })
    expect((await lookUp(code)).body).toMatchObject({ discountPercentage: 0, reward })
    await service.setProgram({ referredReward: null })
    expect((await lookUp(code)).body).toMatchObject({ discountPercentage: 0, reward: null })
    await service.setProgram({ showReferrerName: true })
  })

  test.each([
    unknownCode(),
    'A',
    'x'.repeat(65),
    'ſAM',
    '😀',
    '<script>',
    "' or 1=1 --",
    '__proto__',
    '..%2f',
    '\u0000',
  ])('the look-up of the code %j is 404', async (text) => {
    const { body } = await lookUp(text)
    expect(body).toMatchObject({ statusCode: 404, apiErrorCode: 'REFERRAL_CODE_NOT_FOUND', param: 'code' })
  })

  test('a code of another program or mode is 404, and so is every code while the program is off', async () => {
    for (const { alias } of [testMode, other]) expect((await lookUp(code, { alias })).status).toBe(404)
    await service.setProgram({ active: false })
    expect((await lookUp(code)).status).toBe(404)
    await service.setProgram({ showReferrerName: true })
  })

  test('a code that was switched off or has expired is 404 within 5 seconds', async () => {
    for (const column of ['disabled_at', 'expires_at']) {
      await setCode(column, new Date(service.clock.now).toISOString())
      service.clock.now += 5000
      expect((await lookUp(code)).status).toBe(404)
      await setCode(column, null)
      service.clock.now += 5000
      expect((await lookUp(code)).status).toBe(200)
    }
  })

  test('the look-up says until when a code applies, as a time and in words', async () => {
    const until = Date.UTC(2030, 4, 31, 12)
    await setCode('expires_at', new Date(until).toISOString())
    service.clock.now += 5000
    const { body } = await lookUp(`${code}?locale=de`)
    expect(body).toMatchObject({
      appliesUntil: until,
      texts: { text: expect.stringContaining('31. Mai 2030') },
    })
    await setCode('expires_at', null)
    service.clock.now += 5000
  })

  test('a code that does not work is refused in one sentence, whether it exists or not', async () => {
    const unknown = await lookUp(unknownCode())
    await setCode('disabled_at', new Date(service.clock.now).toISOString())
    service.clock.now += 5000
    const disabled = await lookUp(code)
    await setCode('disabled_at', null)
    service.clock.now += 5000
    expect(disabled.body.message).toBe(unknown.body.message)
  })

  test('pages of any origin may read it while none is listed', async () => {
    const { headers } = await lookUp(code, { headers: { origin: 'https://shop.example.com' } })
    expect(headers['access-control-allow-origin']).toBe('*')
  })
})

describe('GET open/welcome', () => {
  test('the greeting has the offer of the look-up, and colors for light and dark pages', async () => {
    await service.setProgram({ showReferrerName: true, theme: { accentColor: '#8b0000', cornerRadius: 4 } })
    const body = await greet({ code: ` ${code.toLowerCase()} `, locale: 'de_AT' })
    expect(body).toMatchObject({
      offer: { ...(await lookUp(`${code}?locale=de-AT`)).body },
      reason: null,
      dismiss: 'Schließen',
      light: { background: 'rgb(255 255 255)', accent: 'rgb(139 0 0)' },
      dark: { background: 'rgb(26 23 29)', ink: 'rgb(240 237 242)' },
      cornerRadius: 4,
    })
    expect(body.offer?.texts.title).toBe('Alice schenkt Ihnen 10\u00a0% Rabatt für 12 Monate')
    await service.setProgram({ showReferrerName: true })
  })

  test('a theme of one color scheme has the same colors on every page', async () => {
    await service.setProgram({ theme: { colorScheme: 'dark' } })
    const { light, dark } = await greet({ code })
    expect(light).toEqual(dark)
    await service.setProgram({ showReferrerName: true })
  })

  test('the program’s own words take the place of ours, with name and reward filled in', async () => {
    const texts = {
      en: { welcomeTitle: '{referrerName} says hi: {reward}', welcomeText: 'Plants, {x}' },
      de: { welcomeTitle: '{referrerName} grüßt' },
    }
    await service.setProgram({ texts, showReferrerName: true })
    const titleIn = (locale: string) => greetingTexts({ code, locale })
    expect(await titleIn('en')).toMatchObject({
      title: 'Alice says hi: 10% off for 12 months',
      text: 'Plants, {x}',
    })
    expect(await titleIn('de-CH')).toMatchObject({ title: 'Alice grüßt' })
    await service.setProgram({ texts, showReferrerName: false })
    expect((await titleIn('en')).title).toBe('A friend says hi: 10% off for 12 months')
    await service.setProgram({ showReferrerName: true })
  })

  test.each([
    [{ type: 'CREDIT', unit: 'USD', credit: 500 }, 'Alice gives you $5.00'],
    [
      { type: 'PCT_DISCOUNT', discountPercent: 12.5, monthsDiscountIsValid: 1 },
      'Alice gives you 12.5% off for 1 month',
    ],
    [null, 'Alice recommends this to you'],
  ] as const)('the title for the reward %j is %s', async (referredReward, title) => {
    await service.setProgram({ referredReward, showReferrerName: true })
    expect((await greetingTexts({ code })).title).toBe(title)
    await service.setProgram({ showReferrerName: true })
  })

  test('the greeting is in each of ten languages, and in English for others and for what is no language', async () => {
    const locales = ['de', 'fr', 'es', 'it', 'nl', 'pt-BR', 'pl', 'ja', 'ar']
    const texts = await Promise.all(locales.map((locale) => greetingTexts({ code, locale })))
    expect(new Set(texts.map(({ title }) => title)).size).toBe(locales.length)
    expect(texts.filter(({ direction }) => direction === 'rtl').map(({ locale }) => locale)).toEqual(['ar'])
    for (const locale of ['tlh', '…', '__proto__', '']) {
      expect((await greetingTexts({ code, locale })).title).toBe('Alice gives you 10% off for 12 months')
    }
  })

  test('the greeting without a code has neither an offer nor a reason', async () => {
    for (const query of [{}, { code: '' }, { code: '  ' }]) {
      expect(await greet(query)).toMatchObject({ offer: null, reason: null, dismiss: 'Close' })
    }
  })

  test('a code that is unknown, of another program, disabled or no code at all gives one and the same reason', async () => {
    const reason = 'This code does not work. Check the spelling, or go on without it.'
    await setCode('disabled_at', new Date(service.clock.now).toISOString())
    service.clock.now += 5000
    for (const text of [unknownCode(), code, '😀', 'x'.repeat(70), '<script>']) {
      expect(await greet({ code: text })).toMatchObject({ offer: null, reason })
    }
    await setCode('disabled_at', null)
    service.clock.now += 5000
    for (const { alias } of [testMode, other])
      expect(await greet({ code }, { alias })).toMatchObject({ reason })
  })

  test('the greeting for any code says that no code can be used while the program is off', async () => {
    await service.setProgram({ active: false })
    const reason = 'No code can be used at the moment. You can go on without one.'
    for (const text of [code, unknownCode()])
      expect(await greet({ code: text })).toMatchObject({ offer: null, reason })
    await service.setProgram({ showReferrerName: true })
  })
})
