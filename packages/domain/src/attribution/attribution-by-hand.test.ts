import { describe, expect, test } from 'vitest'
import { decideRefund } from '../payments/first-bill-refund.ts'
import { evidenceCommands } from '../payments/payment-evidence.ts'
import type { Program } from '../program/program.ts'
import {
  approve,
  block,
  byHand,
  cancelled,
  code,
  customer,
  deny,
  paid,
  paidBefore,
  processor,
  server,
  serverOf,
  trial,
  user,
} from '../testing/calls.ts'
import { payment, seen, subscribed } from '../testing/processor.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addDays, addMonths, startOfDay } from '../values/interval.ts'

const STARTED = 'referral.started ATTRIBUTED_BY_HAND, reward.created ATTRIBUTED'
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'

type Calls = Parameters<TestTenant['track']>[0][]

test.each<[string, Partial<Program>, Calls, ReturnType<typeof byHand>, string]>([
  ['an account on trial', {}, [server(user('b'), trial)], byHand('ADA'), STARTED],
  ['the same code again', {}, [server(code('ADA'))], byHand('ADA'), ''],
  ['again by hand', {}, [server(byHand('ADA'))], byHand('ADA'), ''],
  ['another code', {}, [server(code('EVE'))], byHand('ADA'), 'refused ALREADY_REFERRED'],
  [
    'a referral that has ended',
    {},
    [server(code('EVE'), cancelled)],
    byHand('ADA'),
    'refused ALREADY_REFERRED',
  ],
  ['its own code', {}, [server(user('b'))], byHand('BOB'), 'refused SELF_REFERRAL'],
  ['an unknown code', {}, [], byHand('NOBODY'), 'refused REFERRAL_CODE_NOT_FOUND'],
  ['a disabled code', {}, [], byHand('OFF'), STARTED],
  ['an expired code', {}, [], byHand('OLD'), STARTED],
  ['a program that is off', { active: false }, [], byHand('ADA'), 'refused PROGRAM_INACTIVE'],
  ['a blocked referrer', {}, [serverOf('ada', block)], byHand('ADA'), 'refused ACCOUNT_BLOCKED'],
  ['a blocked friend', {}, [server(block)], byHand('ADA'), 'refused ACCOUNT_BLOCKED'],
  ['an existing customer', {}, [server(user('b'), paid)], byHand('ADA'), 'refused EXISTING_CUSTOMER'],
  [
    'an existing customer, allowed',
    {},
    [server(user('b'), paid)],
    byHand('ADA', true),
    `${STARTED}, ${CONVERTED}`,
  ],
  ['an existing customer without a user, allowed', {}, [server(paid)], byHand('ADA', true), STARTED],
  [
    'beyond the limit of rewards',
    { maxReferrerRewards: 0 },
    [server(user('b'), paid)],
    byHand('ADA', true),
    `${STARTED}, referral.converted FIRST_PAYMENT, reward.skipped REWARD_LIMIT_REACHED`,
  ],
])('attribution by hand: %s', (_name, program, before, command, text) => {
  const tenant = new TestTenant(program)
  for (const call of before) tenant.track(call)
  expect(textOf(tenant.track(server(command)))).toBe(text)
})

test('fraud rules decide as for a code, and staff decide after them', () => {
  const tenant = new TestTenant()
  tenant.track(serverOf('ada', customer('c1')))
  tenant.track(serverOf('bob', user('b', { email: 'same@example.com' })))
  tenant.track(serverOf('ada', user('ada', { email: 'same@example.com' })))
  tenant.track(server(byHand('ADA')))
  expect(tenant.referral().referring.moderation).toMatchObject({ status: 'DENIED', by: 'rule' })
  tenant.track(server(approve()))
  tenant.track(server(paid))
  expect(tenant.referral().referring.reward).not.toBeNull()
})

describe('an existing customer who is attributed by hand', () => {
  const LATER = addDays(START, 400)

  function existing(): TestTenant {
    const tenant = new TestTenant()
    tenant.track(server(user('b'), paid))
    tenant.now = LATER
    tenant.track(server(byHand('ADA', true)))
    return tenant
  }

  test('the months of an existing customer who is attributed by hand begin with the attribution, also when staff deny and approve', () => {
    const tenant = existing()
    const end = startOfDay(addMonths(LATER, 12))
    expect(tenant.account().paidAt).toBe(START)
    expect(tenant.referral().referred.reward?.expiresAt).toBe(end)
    expect(tenant.referral().referring.reward?.expiresAt).toBe(addMonths(LATER, 12))
    tenant.track(server(deny()))
    tenant.track(server(approve()))
    expect(tenant.referral().referred.reward?.expiresAt).toBe(end)
  })

  test('an existing customer who is attributed by hand gets nothing of an old first bill back', () => {
    const subscriptions = [subscribed({ payments: [payment()] })]
    expect(decideRefund(existing().account(), seen({ subscriptions }))).toEqual({ kind: 'none' })
  })

  test('an existing customer without a user converts by what the processor shows, and an old payment does not end the referral', () => {
    const tenant = new TestTenant()
    tenant.track(server(paid))
    tenant.now = LATER
    tenant.track(server(byHand('ADA', true)))
    expect(textOf(tenant.track(processor(paidBefore(START))))).toBe('')
    const evidence = seen({ subscriptions: [subscribed({ payments: [payment()] })], boundAt: LATER })
    const commands = evidenceCommands(tenant.account(), evidence, LATER)
    expect(textOf(tenant.track(processor(...commands)))).toBe(CONVERTED)
  })

  test('an existing customer without a user converts with the first one', () => {
    const tenant = new TestTenant()
    tenant.track(server(paid))
    tenant.track(server(byHand('ADA', true)))
    expect(textOf(tenant.track(server(user('b'))))).toBe(`user.created IDENTIFIED, ${CONVERTED}`)
  })
})
