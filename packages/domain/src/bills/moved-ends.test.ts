import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelReward, type Reward, referrerReward, reviveReward, statusesOf } from '../rewards/reward.ts'
import { TestLedger } from '../testing/test-ledger.ts'
import { START, tenPercent } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'

/** The bills move the end to a day; staff take the reward back and give it again. */
type Change = { readonly pauseDays: number; readonly deed: 'cancel' | 'revive' | { readonly endDay: number } }

const changes: fc.Arbitrary<Change> = fc.record({
  pauseDays: fc.integer({ min: 1, max: 60 }),
  deed: fc.oneof(
    fc.constantFrom('cancel' as const, 'revive' as const),
    fc.record({ endDay: fc.integer({ min: 1, max: 500 }) }),
  ),
})

function after(reward: Reward, { deed }: Change, now: number): Reward {
  if (deed === 'cancel') return cancelReward(reward, now)
  if (deed === 'revive') return reviveReward(reward)
  return reward.cancelledAt === null ? { ...reward, expiresAt: addDays(START, deed.endDay) } : reward
}

test('a percentage whose end is moved counts in the ledger exactly as long as it is available', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 8 }), fc.integer({ min: 0, max: 30 }), (history, holdDays) => {
      const ledger = new TestLedger()
      let reward = referrerReward(tenPercent, START, holdDays)
      ledger.change('r1', null, reward, START)
      const states = [{ from: START, reward }]
      let now = START
      for (const change of history) {
        now = addDays(now, change.pauseDays)
        const before = reward
        reward = after(reward, change, now)
        ledger.change('r1', before, reward, now)
        states.push({ from: now, reward })
      }
      const days = Array.from({ length: 1000 }, (_, day) => addDays(START, day))
      const expected = days.map((at) => {
        const state = states.findLast((it) => it.from <= at) ?? fail()
        return statusesOf(state.reward, at)[0] === 'AVAILABLE' ? 1000 : 0
      })
      expect(days.map((at) => ledger.balance(at))).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

function fail(): never {
  throw new Error('no state')
}
