import { expect, test } from 'vitest'
import { createConfirmations } from './confirmations.ts'

const key = new Uint8Array(32).fill(7)
const reward = { accountId: 'acct_carol', reward: { type: 'CREDIT', unit: 'EUR', credit: 500 } }
let now = 1_000_000
const confirmations = createConfirmations(key, 'staff one', () => now)

test('a confirmation is valid for its arguments, in any order, for ten minutes', () => {
  const token = confirmations.request('reward_give', reward)
  const turned = { reward: { credit: 500, unit: 'EUR', type: 'CREDIT' }, accountId: 'acct_carol' }
  expect(confirmations.isValid(token, 'reward_give', turned)).toBe(true)
  now += 10 * 60_000
  expect(confirmations.isValid(token, 'reward_give', turned)).toBe(false)
})

test('a confirmation is valid for no other arguments, tool, caller or key, and not after a change', () => {
  const token = confirmations.request('reward_give', reward)
  const more = { ...reward, reward: { ...reward.reward, credit: 50_000 } }
  const [until = '', ...rest] = token.split('.')
  const later = [`${until}0`, ...rest].join('.')
  expect(confirmations.isValid(token, 'reward_give', more)).toBe(false)
  expect(confirmations.isValid(token, 'review_decide', reward)).toBe(false)
  expect(createConfirmations(key, 'staff two', () => now).isValid(token, 'reward_give', reward)).toBe(false)
  expect(
    createConfirmations(new Uint8Array(32), 'staff one', () => now).isValid(token, 'reward_give', reward),
  ).toBe(false)
  expect(confirmations.isValid(later, 'reward_give', reward)).toBe(false)
  expect(confirmations.isValid('', 'reward_give', reward)).toBe(false)
})
