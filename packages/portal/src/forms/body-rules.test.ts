import { exampleProgram } from '@goodword/contract/frame/examples'
import { replaceProgram } from '@goodword/contract/program/endpoints'
import { createWebhook } from '@goodword/contract/webhooks/endpoints'
import { describe, expect, test } from 'vitest'
import { bodyRules, wrongOrder } from './body-rules.ts'

const wrongIn = (fields: object) =>
  bodyRules(replaceProgram.body, { ...exampleProgram, ...fields })
    .wrongFields()
    .map(({ param, text }) => `${param}: ${text}`)

describe('a program', () => {
  test('a program of the reference has nothing wrong, nor has one whose optional fields are null', () => {
    expect(wrongIn({})).toEqual([])
    expect(
      wrongIn({ landingPage: null, referredReward: null, emails: null, maxReferrerRewards: null }),
    ).toEqual([])
  })

  test.each([
    [
      { referredReward: { type: 'PCT_DISCOUNT', discountPercent: 250 } },
      'referredReward.discountPercent: Enter 100 or less.',
    ],
    [
      { referredReward: { type: 'PCT_DISCOUNT', discountPercent: Number.NaN } },
      'referredReward.discountPercent: Enter a number.',
    ],
    [
      { referrerReward: { type: 'FEATURE', featureType: '', quantity: 1.5 } },
      'referrerReward.featureType: This field is required.',
      'referrerReward.quantity: Enter a whole number.',
    ],
    [{ cookieDays: 0 }, 'cookieDays: Enter 1 or more.'],
    [{ name: '' }, 'name: This field is required.'],
    [{ landingPage: 'shop' }, 'landingPage: Enter a whole address, such as https://www.example.com/welcome.'],
    [
      { allowedOrigins: ['https://www.example.com', 'https://www.example.com/shop'] },
      'allowedOrigins.1: Line 2: Enter scheme and host without a path, such as https://www.example.com.',
    ],
    [{ texts: { de: { title: 'x'.repeat(2001) } } }, 'texts.de.title: Enter at most 2,000 characters.'],
    [
      { emails: { fromAddress: '', texts: { en: { FRIEND_JOINED: { subject: '{unknown}' } } } } },
      'emails.fromAddress: This field is required.',
      'emails.texts.en.FRIEND_JOINED.subject: Enter a text with no other placeholders than those listed above, and without control characters.',
    ],
  ])('the program %j is refused in words for people', (fields, ...texts) => {
    expect(wrongIn(fields)).toEqual(texts)
  })

  test('a program has the limits of the contract at its fields, those of a reward by its type', () => {
    const rules = bodyRules(replaceProgram.body, {
      ...exampleProgram,
      referredReward: { type: 'CREDIT', unit: 'EUR', credit: 100 },
      referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 5 },
    })
    expect(rules.limitsOf('cookieDays')).toMatchObject({ minimum: 1, maximum: 400 })
    expect(rules.limitsOf('name')).toMatchObject({ maxLength: 256 })
    expect(rules.limitsOf('texts.de.title')).toMatchObject({ maxLength: 2000 })
    expect(rules.limitsOf('referredReward.unit')).toMatchObject({ maxLength: 256 })
    expect(rules.limitsOf('referrerReward.discountPercent')).toMatchObject({ minimum: 0, maximum: 100 })
    expect(rules.limitsOf('no.such.field')).toEqual({})
  })
})

test('a receiver of webhooks without an address and without events is refused at both fields', () => {
  const { body } = createWebhook
  const params = bodyRules(body, { url: '', types: [] })
    .wrongFields()
    .map((it) => it.param)
  expect(params[0]).toBe('url')
})

test('a required field that is left out is refused at that field', () => {
  const [first] = bodyRules(createWebhook.body, {}).wrongFields()
  expect(first).toEqual({ param: 'url', text: 'This field is required.' })
})

test('what is wrong beside the schema is said after it, and a range may be open', () => {
  const rules = bodyRules(createWebhook.body, { url: '' }, [
    wrongOrder('to', '2026-03-02', '2026-03-01'),
    wrongOrder('to', '2026-03-01', '2026-03-01'),
    wrongOrder('to', null, 5),
    wrongOrder('to', 5, null),
  ])
  expect(rules.wrongFields().map((it) => it.param)).toEqual(['url', 'to'])
})
