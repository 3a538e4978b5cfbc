import { expect, test } from 'vitest'
import { rewards } from './areas/rewards.ts'
import { speak } from './speak.ts'

// Languages write numbers with blanks of their own, and Arabic has marks of direction.
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll(/[\u200e\u200f\u2068\u2069]/g, '')
const percent = { type: 'PCT_DISCOUNT', discountPercent: 12.5 } as const
const months = (count: number) => ({ ...percent, monthsDiscountIsValid: count })

test.each([
  ['en', percent, '12.5% off'],
  ['en', months(1), '12.5% off for 1 month'],
  ['de', months(12), '12,5 % Rabatt für 12 Monate'],
  ['fr', months(12), '12,5 % de réduction pendant 12 mois'],
  ['es', months(1), '12,5 % de descuento durante 1 mes'],
  ['pl', months(1), '12,5% zniżki przez 1 miesiąc'],
  ['pl', months(3), '12,5% zniżki przez 3 miesiące'],
  ['pl', months(12), '12,5% zniżki przez 12 miesięcy'],
  ['pl', months(22), '12,5% zniżki przez 22 miesiące'],
  ['ja', months(12), '12か月間12.5%割引'],
  ['ar', months(1), 'خصم 12.5% لمدة شهر واحد'],
  ['ar', months(2), 'خصم 12.5% لمدة شهرين'],
  ['ar', months(3), 'خصم 12.5% لمدة 3 أشهر'],
  ['ar', months(12), 'خصم 12.5% لمدة 12 شهرًا'],
  ['en', { type: 'CREDIT', unit: 'USD', credit: 1550 }, '$15.50'],
  ['de-AT', { type: 'CREDIT', unit: 'USD', credit: 1550 }, '$ 15,50'],
  ['de', { type: 'CREDIT', unit: 'JPY', credit: 1550 }, '1.550 ¥'],
  ['en', { type: 'CREDIT', unit: 'KWD', credit: 1550 }, 'KWD 1.550'],
  [
    'en',
    { type: 'CREDIT', unit: 'COFFEE', credit: 5, monthsCreditIsValid: 3 },
    '5 COFFEE, valid for 3 months',
  ],
  ['en', { type: 'TIME_CREDIT', unit: 'DAY', credit: 1 }, '1 day'],
  ['fr', { type: 'TIME_CREDIT', unit: 'MONTH', credit: 2 }, '2 mois'],
  ['en', { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 }, '2 × Extra seat'],
] as const)('a reward in %s: %j is %s', (locale, spec, words) => {
  expect(plain(speak(rewards, [locale]).reward(spec))).toBe(words)
})

test('a unit of three letters that is no currency is so many of them', () => {
  const { amount } = speak(rewards, ['en'])
  expect([amount(7, 'ZZZ'), amount(7, '__proto__')]).toEqual(['7 ZZZ', '7 __proto__'])
})

test('a currency of Latin letters is drawn from left to right in Arabic, and others are as they are', () => {
  const inArabic = speak(rewards, ['ar']).amount
  expect(inArabic(500, 'USD')).toMatch(/5\.00\u00a0US\$\u200e$/)
  expect(inArabic(500, 'SAR')).toMatch(/\u0631\.\u0633\.\u200f$/)
  expect(speak(rewards, ['de']).amount(500, 'USD')).toBe('5,00\u00a0$')
})

test('a value in a text that runs from right to left keeps its own direction, but for an address', () => {
  const { reward } = speak(rewards, ['ar'])
  const feature = { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 } as const
  expect(reward(feature)).toContain('\u2068Extra seat\u2069')
  expect(reward({ ...feature, featureType: 'https://a.example/' })).toMatch(/ https:\S+$/)
})
