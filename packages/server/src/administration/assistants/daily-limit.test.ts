import { expect, test } from 'vitest'
import { givenBy, limitReached } from './daily-limit.ts'

const giving = (reward: object, state = 'DONE') => ({
  tool: 'give_reward',
  input: { accountId: 'a', reward },
  state,
})
const euros = (credit: number) => giving({ type: 'CREDIT', unit: 'EUR', credit })
const percent = giving({ type: 'PCT_DISCOUNT', discountPercent: 50 })
const deciding = { tool: 'decide_referral', input: { referralId: 'r', action: 'APPROVE' }, state: 'WAITING' }

test('an assistant may give ten rewards in a day, a percentage counting as one, and no eleventh', () => {
  const nine = Array.from({ length: 9 }, () => percent)
  expect(limitReached(nine, percent)).toBeNull()
  expect(limitReached([...nine, percent], euros(1))).toMatch(/^DAILY_LIMIT_REACHED: .* 10 rewards/)
})

test('an assistant may give 500 of each unit in a day, counted in whole units of it', () => {
  expect(limitReached([euros(49_900)], euros(100))).toBeNull()
  expect(limitReached([euros(49_900)], euros(101))).toContain('it would be 500.01')
  const yen = giving({ type: 'CREDIT', unit: 'JPY', credit: 500 })
  expect(limitReached([yen, euros(100)], giving({ type: 'CREDIT', unit: 'JPY', credit: 1 }))).toContain('501')
  expect(limitReached([], giving({ type: 'TIME_CREDIT', unit: 'DAY', credit: 501 }))).toContain('500 DAY')
  expect(givenBy([euros(150), euros(50), percent, deciding])).toEqual({
    rewards: 3,
    amounts: [{ unit: 'EUR', amount: 2 }],
  })
})

test('decisions are not counted as rewards, and no more than fifty changes wait', () => {
  const waiting = Array.from({ length: 49 }, () => deciding)
  expect(limitReached(waiting, deciding)).toBeNull()
  expect(limitReached([...waiting, deciding], deciding)).toMatch(/^TOO_MANY_WAITING/)
})
