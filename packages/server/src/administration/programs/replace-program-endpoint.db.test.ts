import { programDefaults } from '@goodword/contract/program/program'
import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { beforeEach, describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const merchant = merchantAt(service.call, service.live)
const secondProcess = merchantAt(await service.anotherProcess(), service.live)
const { request, requestOk } = merchant

let version = 0
const put = (fields: object) => request('PUT', '/program', { version, ...fields })
beforeEach(async () => {
  version = Number((await requestOk('GET', '/program')).version)
})

const full = {
  name: 'Friends',
  active: false,
  currency: 'JPY',
  timeZone: 'Asia/Kathmandu',
  processorDiscountId: 'friends_discount',
  processorPromotionCodes: true,
  publicName: 'Friends Ltd.',
  showReferrerName: false,
  landingPage: 'https://shop.example.com/start?x=1#top',
  fallbackPage: 'http://127.0.0.1:3000/',
  allowedOrigins: ['https://shop.example.com', 'http://localhost:3000'],
  cookieDays: 30,
  consentMode: 'required',
  referredReward: { type: 'CREDIT', unit: 'JPY', credit: 500, monthsCreditIsValid: 3 },
  referrerReward: { type: 'FEATURE', featureType: 'SEAT', quantity: 1 },
  referrerHoldDays: 14,
  maxReferrerRewards: 5,
  leaderboard: 'RANK_ONLY',
  milestones: [
    { friends: 3, reward: { type: 'PCT_DISCOUNT', discountPercent: 12.5, monthsDiscountIsValid: 1 } },
  ],
  mendBills: 'REFUND',
  requireSignedIdentification: true,
  unsignedConversions: { mode: 'hold', limit: 7 },
  fraudRules: fraudRuleNames.map((rule, index) => ({ rule, mode: fraudRuleModes[index % 3] })),
  reviewDays: 30,
  reviewEnds: 'APPROVE',
  theme: {
    colorScheme: 'dark',
    accentColor: '#0b5cad',
    backgroundColor: '#FFffFF',
    darkBackgroundColor: '#000000',
    logo: 'https://shop.example.com/logo.svg',
    font: 'serif',
    cornerRadius: 0,
  },
  texts: { de: { title: 'Empfehlen Sie uns\nweiter „heute“ 😀' }, 'pt-BR': { terms: '' } },
  preview: {
    de: {
      title: '10 % für Sie',
      imageUrl: 'https://shop.example.com/a.png',
      imageWidth: 1200,
      imageHeight: 630,
    },
  },
  apps: {
    appleAppIds: ['ABCDE12345.com.example.shop'],
    androidApps: [{ packageName: 'com.example.shop', fingerprints: [Array(32).fill('a0').join(':')] }],
    playStorePackage: 'com.example.shop',
  },
  mailDomains: { disposable: ['throwaway.example'], trusted: ['partner.example'] },
  couponSites: ['coupons.example'],
  referrersChooseCodes: true,
  hostedPage: { enabled: true, joinByEmail: true },
  invitations: 'ON',
  legacyClients: true,
  emails: {
    fromAddress: 'rewards@example.com',
    kinds: ['REWARD_EARNED', 'FRIEND_JOINED'],
    fromName: 'Beispiel „Laden“',
    replyTo: 'help@example.com',
    bounceAddress: 'bounces@example.com',
    language: 'pt-BR',
    expiryNoticeDays: 14,
    includeUnverified: true,
    shareReminderDays: 30,
    postalAddress: 'Beispiel GmbH, Hauptstraße 1, 10115 Berlin',
    privacyPage: 'https://shop.example.com/privacy',
    texts: {},
  },
}

describe('PUT program', () => {
  test('PUT program stores every field as it was sent, and counts the version', async () => {
    expect((await put(full)).body).toEqual({ ...full, version: version + 1 })
    expect(await requestOk('GET', '/program')).toEqual({ ...full, version: version + 1 })
  })

  test('a setting that is left out takes its default, and so does null, but where null clears', async () => {
    await put(full)
    version += 1
    expect((await put({})).body).toEqual({ ...programDefaults, version: version + 1 })
    version += 1
    const nulls = Object.fromEntries(Object.keys(full).map((name) => [name, null]))
    expect((await put(nulls)).body).toEqual({
      ...programDefaults,
      landingPage: null,
      fallbackPage: null,
      referredReward: null,
      referrerReward: null,
      version: version + 1,
    })
  })

  test('a field that a program does not have is refused by name, at any depth, and nothing changes', async () => {
    const before = await requestOk('GET', '/program')
    const reward = { type: 'FEATURE', featureType: 'SEAT', quantity: 1 }
    const rule = { rule: 'SAME_EMAIL', mode: 'off' }
    for (const [param, body] of [
      ['extra', { extra: 1 }],
      ['referredReward.extra', { referredReward: { ...reward, extra: '\u0000' } }],
      ['fraudRules.0.extra', { fraudRules: [{ ...rule, extra: '\ud800' }] }],
    ] as const) {
      expect(await put(body)).toMatchObject({ status: 400, body: { param } })
    }
    expect(await requestOk('GET', '/program')).toEqual(before)
  })

  test('a version that is not the present one is 409, and changes nothing', async () => {
    const before = await service.rows()
    for (const stale of [version + 1, Math.max(version - 1, 1), 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      if (stale === version) continue
      const { body } = await put({ ...full, version: stale })
      expect(body).toMatchObject({ statusCode: 409, apiErrorCode: 'STALE_VERSION', param: 'version' })
    }
    expect(await service.rows()).toEqual(before)
  })

  test('PUT program stores exactly one of many requests at once with one version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? merchant : secondProcess).request('PUT', '/program', {
          version,
          name: `N${index}`,
        }),
      ),
    )
    const successful = answers.filter((it) => it.status === 200)
    expect(successful).toHaveLength(1)
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([200, 409]))
    expect(await requestOk('GET', '/program')).toEqual(successful[0]?.body)
  })

  test.each([
    [{ version: null }, 'version'],
    [{ version: 0 }, 'version'],
    [{ version: '1' }, 'version'],
    [{ version: 1.5 }, 'version'],
    [{ name: '' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: '\u0000' }, 'name'],
    [{ name: 'x'.repeat(257) }, 'name'],
    [{ active: 'true' }, 'active'],
    [{ currency: 'usd' }, 'currency'],
    [{ currency: 'XXX' }, 'currency'],
    [{ processorDiscountId: '' }, 'processorDiscountId'],
    [{ processorDiscountId: 'a\u0000' }, 'processorDiscountId'],
    [{ processorDiscountId: '\ud800' }, 'processorDiscountId'],
    [{ showReferrerName: 1 }, 'showReferrerName'],
    [{ landingPage: '' }, 'landingPage'],
    [{ landingPage: 'javascript:alert(1)' }, 'landingPage'],
    [{ landingPage: '//shop.example.com' }, 'landingPage'],
    [{ landingPage: 'https://user@shop.example.com/' }, 'landingPage'],
    [{ fallbackPage: 'https://shop.example.com/\r\nX: y' }, 'fallbackPage'],
    [{ allowedOrigins: ['https://shop.example.com/'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: ['*'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: Array.from({ length: 101 }, () => 'https://a.example') }, 'allowedOrigins'],
    [{ cookieDays: 0 }, 'cookieDays'],
    [{ cookieDays: 401 }, 'cookieDays'],
    [{ consentMode: 'maybe' }, 'consentMode'],
    [{ referredReward: { type: 'PCT_DISCOUNT' } }, 'referredReward.discountPercent'],
    [{ referredReward: { type: 'PCT_DISCOUNT', discountPercent: 101 } }, 'referredReward.discountPercent'],
    [{ referredReward: { type: 'CREDIT', credit: 5 } }, 'referredReward.unit'],
    [{ referrerReward: 'ten' }, 'referrerReward'],
    [{ referrerReward: { type: 'FEATURE', featureType: 'A', quantity: 0 } }, 'referrerReward.quantity'],
    [{ referrerHoldDays: -1 }, 'referrerHoldDays'],
    [{ referrerHoldDays: 3651 }, 'referrerHoldDays'],
    [{ maxReferrerRewards: 0 }, 'maxReferrerRewards'],
    [{ requireSignedIdentification: 'no' }, 'requireSignedIdentification'],
    [{ unsignedConversions: 'trust' }, 'unsignedConversions'],
    [{ unsignedConversions: { mode: 'maybe' } }, 'unsignedConversions.mode'],
    [{ unsignedConversions: { limit: -1 } }, 'unsignedConversions.limit'],
    [{ unsignedConversions: { limit: '3' } }, 'unsignedConversions.limit'],
    [{ fraudRules: [{ rule: 'SAME_SHOE', mode: 'off' }] }, 'fraudRules.0.rule'],
    [{ fraudRules: [{ rule: 'SAME_EMAIL' }] }, 'fraudRules.0.mode'],
    [{ theme: { accentColor: 'red;' } }, 'theme.accentColor'],
    [{ theme: { logo: 'http://shop.example.com/logo.svg' } }, 'theme.logo'],
    [{ theme: { cornerRadius: 25 } }, 'theme.cornerRadius'],
    [{ texts: { de: 'Hallo' } }, 'texts.de'],
    [{ texts: { de: { title: '\u0000' } } }, 'texts.de.title'],
    [{ texts: { de: { title: 'x'.repeat(2001) } } }, 'texts.de.title'],
    [{ texts: { de: { termsLink: 'javascript:alert(1)' } } }, 'texts.de.termsLink'],
    [{ texts: { 'a\u0000': {} } }, 'texts'],
    [{ texts: { headline: {} } }, 'texts'],
    [{ texts: [] }, 'texts'],
    [{ texts: { de: { words: { 'widget.nope': 'x' } } } }, 'texts.de.words.widget.nope'],
    [{ texts: { de: { words: { 'widget.shown': '{shown}' } } } }, 'texts.de.words.widget.shown'],
    [{ texts: { de: { words: { Retry: 'x' } } } }, 'texts.de.words'],
    [
      { texts: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`de-${index + 10}`, {}])) },
      'texts',
    ],
  ])('the body %j is 400 for %s and changes nothing', async (fields, param) => {
    const before = await service.rows()
    expect((await put(fields)).body).toMatchObject({ statusCode: 400, param })
    expect(await service.rows()).toEqual(before)
  })
})

describe('a program that was changed', () => {
  const euros = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const

  test('rewards already given keep the terms of the program before the change, new ones have the new terms', async () => {
    await merchant.program({})
    const code = await merchant.user('terms')
    await merchant.friend('old_friend', code)
    await merchant.pay('old_friend')
    const before = await merchant.referral('old_friend')
    await merchant.program({ referredReward: null, referrerReward: euros, referrerHoldDays: 3 })
    expect(await merchant.referral('old_friend')).toEqual(before)
    await merchant.friend('new_friend', code)
    await merchant.pay('new_friend')
    expect(await merchant.referral('new_friend')).toMatchObject({
      referredReward: null,
      referrerReward: { ...euros, statuses: ['PENDING'] },
    })
    expect(await merchant.discount('terms')).toMatchObject({ referrerDiscountPercent: 10 })
  })

  test('a friend who came under the old terms has them still when paying under the new ones', async () => {
    await merchant.program({ referredReward: { type: 'PCT_DISCOUNT', discountPercent: 25 } })
    await merchant.friend('between', await merchant.user('between_referrer'))
    await merchant.program({ referredReward: null })
    await merchant.pay('between')
    expect(await merchant.discount('between')).toMatchObject({ discountPercentage: 25 })
  })

  test('a program that is switched off finds no code and attributes nothing, and what is owed goes on', async () => {
    await merchant.program({})
    const code = await merchant.user('resting')
    await merchant.friend('owed', code)
    await merchant.program({ active: false })
    for (const it of [merchant, secondProcess]) {
      expect((await it.request('GET', `/code/${code}`)).body.apiErrorCode).toBe('REFERRAL_CODE_NOT_FOUND')
    }
    const late = await request('POST', '/accountsync', { id: 'too_late', referral: { code } })
    expect(late.body).toMatchObject({ statusCode: 404, apiErrorCode: 'REFERRAL_CODE_NOT_FOUND' })
    await merchant.pay('owed')
    for (const id of ['resting', 'owed']) {
      expect(await merchant.discount(id)).toMatchObject({ discountPercentage: 10 })
    }
    await merchant.program({ active: true })
    expect((await request('GET', `/code/${code}`)).status).toBe(200)
  })

  test('a changed program hides the referrer’s name in public, and shows it to the merchant’s server', async () => {
    const code = await merchant.user('hidden', { firstName: 'Hidden', lastName: 'Person' })
    const open = async () => {
      service.clock.now += 6000
      return (await service.call('GET', `/open/code/${code}`)).body.referrerName
    }
    await merchant.program({ showReferrerName: false })
    expect(await open()).toBeNull()
    expect(await requestOk('GET', `/code/${code}`)).toMatchObject({ referrerName: 'Hidden P.' })
    await merchant.program({ showReferrerName: true })
    expect(await open()).toBe('Hidden P.')
  })

  test('a changed program includes the discount at the processor in code look-ups', async () => {
    await merchant.program({ processorDiscountId: 'spring', referredReward: euros })
    const code = await merchant.user('spring')
    expect(await requestOk('GET', `/code/${code}`)).toMatchObject({
      discountId: 'spring',
      discountPercentage: 0,
      reward: euros,
    })
  })
})
