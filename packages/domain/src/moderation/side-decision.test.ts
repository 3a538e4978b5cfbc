import { expect, test } from 'vitest'
import type { Command } from '../referrals/command.ts'
import { code, deny, serverOf, user } from '../testing/calls.ts'
import { START, TestTenant } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'

test('a decision has its time and the name of who made it, and keeps them when another person repeats it', () => {
  const tenant = new TestTenant()
  const server = (...commands: readonly Command[]) => serverOf('bob', ...commands)
  tenant.track(server(user('b'), code('ADA')))
  tenant.now = addDays(START, 2)
  tenant.track(server({ ...deny('referrer'), as: 'eve' }))
  const decided = { status: 'DENIED', by: 'staff', decidedAt: tenant.now, decidedAs: 'eve' }
  expect(tenant.referral().referring.moderation).toEqual(decided)
  expect(tenant.referral().referred.moderation).toEqual({ status: 'APPROVED', by: 'program' })
  tenant.now = addDays(START, 3)
  tenant.track(server({ ...deny('referrer'), as: 'mallory' }))
  expect(tenant.referral().referring.moderation).toEqual(decided)
})
