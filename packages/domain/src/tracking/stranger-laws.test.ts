import fc from 'fast-check'
import { expect, test } from 'vitest'
import { friends } from '../testing/arbitrary-calls.ts'
import { guardedPrograms, histories, lossesOf } from '../testing/strangers.ts'
import { TestTenant } from '../testing/test-tenant.ts'

test('no unsigned calls take from anybody what the server and the processor gave, but what waits with its reason', () => {
  fc.assert(
    fc.property(histories, guardedPrograms, (history, program) => {
      const alone = new TestTenant(program, friends)
      const attacked = new TestTenant(program, friends)
      for (const { call, isStranger } of history) {
        const decision = attacked.track(call)
        if (isStranger) continue
        if (alone.track(call).kind === 'accepted') expect(decision.kind).toBe('accepted')
      }
      for (const id of friends) {
        expect(lossesOf(alone.account(id), attacked.account(id))).toEqual([])
      }
    }),
    { numRuns: 2000 },
  )
})
