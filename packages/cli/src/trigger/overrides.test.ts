import { expect, test } from 'vitest'
import { UsageError } from '../command.ts'
import { overridesOf } from './overrides.ts'

test('fields that are set have the kind that the API takes, and the last value counts', () => {
  const settings = [
    'friend.accountId=4711',
    'subscription.value=9',
    'subscription.value=99.5',
    'friend.email=',
  ]
  expect(overridesOf(settings, ['friend', 'subscription'])).toEqual({
    friend: { accountId: '4711', email: '' },
    subscription: { value: 99.5 },
  })
})

test.each([
  'subscription.vlaue=5',
  'credit.amount=5',
  'subscription.value',
  'subscription.value=five',
  'subscription.value=1e9',
  'friend.__proto__=x',
  '__proto__.email=x',
  'friend.constructor=x',
])('the setting %s is refused with the fields that there are', (setting) => {
  const refused = () => overridesOf([setting], ['friend', 'subscription'])
  expect(refused).toThrow(UsageError)
  expect(refused).toThrow(/subscription\.value|49\.9/)
})
