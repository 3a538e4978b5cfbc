import { describe, expect, test } from 'vitest'
import type { Referral } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import {
  approve,
  block,
  cancelled,
  code,
  deny,
  followBlock,
  paid,
  pend,
  server,
  serverOf,
  unblock,
  user,
} from '../testing/calls.ts'
import { DAY } from '../testing/processor.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import {
  type FirstPayment,
  firstPaymentCommands,
  type Reversals,
  reversalCheckAt,
  reversalOf,
} from './first-payment-reversal.ts'

const nothing: Reversals = { wholeMinor: 30_00, voids: [], refunds: [], disputes: [] }
const after = (days: number) => START + days * DAY

function paymentWith(source: Partial<Reversals> = {}, more: Partial<FirstPayment> = {}): FirstPayment {
  return {
    paidAt: START,
    hasLaterPayment: false,
    isLaterPaymentSettling: false,
    sources: [{ ...nothing, ...source }],
    ...more,
  }
}

const refund = (minor: number | null, days: number) => ({ minor, at: after(days) })
const dispute = (days: number, isWon = false) => ({ isWon, at: after(days) })

describe('a first payment of 30.00', () => {
  test.each<[string, Partial<Reversals>, string | null]>([
    ['stands while nothing happens to it', {}, null],
    ['is voided', { voids: [after(0)] }, 'FIRST_PAYMENT_VOIDED'],
    ['is refunded by the whole amount', { refunds: [refund(30_00, 5)] }, 'FIRST_PAYMENT_REFUNDED'],
    ['is refunded without an amount', { refunds: [refund(null, 5)] }, 'FIRST_PAYMENT_REFUNDED'],
    [
      'is refunded in parts',
      { refunds: [refund(10_00, 5), refund(12_00, 9), refund(8_00, 20)] },
      'FIRST_PAYMENT_REFUNDED',
    ],
    ['stands after parts that leave a cent', { refunds: [refund(10_00, 5), refund(19_99, 9)] }, null],
    ['stands after a part of an unknown whole', { wholeMinor: null, refunds: [refund(30_00, 5)] }, null],
    ['stands after a refund of nothing', { wholeMinor: 0, refunds: [refund(0, 5)] }, null],
    ['is refunded on day 60', { refunds: [refund(30_00, 60)] }, 'FIRST_PAYMENT_REFUNDED'],
    ['stands if it is refunded on day 61', { refunds: [refund(30_00, 61)] }, null],
    ['stands if the last part comes on day 61', { refunds: [refund(20_00, 30), refund(10_00, 61)] }, null],
    ['is disputed on day 60', { disputes: [dispute(60)] }, 'FIRST_PAYMENT_DISPUTED'],
    ['stands if it is disputed on day 61', { disputes: [dispute(61)] }, null],
    ['stands when the dispute was won', { disputes: [dispute(10, true)] }, null],
    ['is disputed again', { disputes: [dispute(10, true), dispute(40)] }, 'FIRST_PAYMENT_DISPUTED'],
    [
      'is disputed rather than refunded, if it is both',
      { refunds: [refund(null, 5)], disputes: [dispute(6)] },
      'FIRST_PAYMENT_DISPUTED',
    ],
  ])('a first payment of 30.00 %s', (_what, source, expected) => {
    expect(reversalOf(paymentWith(source))).toBe(expected)
  })

  test('a first payment stands once another payment has settled, whatever happens to it', () => {
    const source = { voids: [after(0)], refunds: [refund(null, 1)], disputes: [dispute(2)] }
    expect(reversalOf(paymentWith(source, { hasLaterPayment: true }))).toBeNull()
  })

  test('a first payment is not refunded twice because two sources say it', () => {
    const half = { ...nothing, refunds: [refund(15_00, 3)] }
    expect(reversalOf(paymentWith({}, { sources: [half, half] }))).toBeNull()
    const whole = { ...nothing, refunds: [refund(30_00, 3)] }
    expect(reversalOf(paymentWith({}, { sources: [half, whole] }))).toBe('FIRST_PAYMENT_REFUNDED')
  })
})

/** Bob, who was referred by Ada, pays; a look at his payment tracks what became of it. */
function given(program: ConstructorParameters<typeof TestTenant>[0] = {}): TestTenant {
  const tenant = new TestTenant(program)
  tenant.track(server(user('b'), code('ADA'), paid))
  return tenant
}

function look(tenant: TestTenant, payment: FirstPayment): string {
  const commands = firstPaymentCommands(tenant.account(), payment)
  if (commands.length === 0) return ''
  const call: Call = { ...server(), source: 'processor', commands }
  return textOf(tenant.track(call))
}

const side = ({ referring: { moderation, reward } }: Referral) =>
  `${moderation.status} ${reward === null ? 'without' : reward.cancelledAt === null ? 'with' : 'cancelled'}`

const voided = paymentWith({ voids: [START] })
const refunded = paymentWith({ refunds: [refund(null, 3)] })
const disputed = paymentWith({ disputes: [dispute(3)] })
const won = paymentWith({ disputes: [dispute(3, true)] })
const standing = paymentWith()
const later = paymentWith({ refunds: [refund(null, 3)] }, { hasLaterPayment: true })

const HELD = (reason: string) =>
  `referral.flagged ${reason}, referral.moderated ${reason}, reward.cancelled ${reason}`
const BACK = (reason: string) => `referral.moderated ${reason}, reward.restored ${reason}`

test.each<[string, FirstPayment, string]>([
  ['void', voided, 'FIRST_PAYMENT_VOIDED'],
  ['refund', refunded, 'FIRST_PAYMENT_REFUNDED'],
  ['dispute', disputed, 'FIRST_PAYMENT_DISPUTED'],
])('a %s holds the referrer’s side once, and leaves the friend’s alone', (_what, payment, reason) => {
  const tenant = given()
  const { referred } = tenant.referral()
  expect(look(tenant, payment)).toBe(HELD(reason))
  expect(side(tenant.referral())).toBe('PENDING cancelled')
  expect(tenant.referral().signals).toEqual([{ rule: reason, shadow: false }])
  expect(look(tenant, payment)).toBe('')
  expect(tenant.referral().referred).toEqual(referred)
})

test.each<[string, FirstPayment, FirstPayment, string]>([
  ['a dispute that is won', disputed, won, 'DISPUTE_WON'],
  ['a later payment', refunded, later, 'LATER_PAYMENT_SETTLED'],
  ['a refund that fails', refunded, standing, 'FIRST_PAYMENT_STANDS'],
])('%s approves the side again, with the reward as it was', (_what, reversed, restored, reason) => {
  const tenant = given()
  const before = tenant.referral().referring.reward
  look(tenant, reversed)
  expect(look(tenant, restored)).toBe(BACK(reason))
  expect(side(tenant.referral())).toBe('APPROVED with')
  expect(tenant.referral().referring.reward).toMatchObject({
    expiresAt: before?.expiresAt,
    givenAt: before?.givenAt,
  })
  expect(look(tenant, restored)).toBe('')
})

test('a second dispute holds the side again, without a second signal', () => {
  const tenant = given()
  look(tenant, disputed)
  look(tenant, won)
  const again = paymentWith({ disputes: [dispute(3, true), dispute(20)] })
  expect(look(tenant, again)).toBe(
    'referral.moderated FIRST_PAYMENT_DISPUTED, reward.cancelled FIRST_PAYMENT_DISPUTED',
  )
  expect(tenant.referral().signals).toHaveLength(1)
})

test('a dispute that follows a refund gives the held side another reason', () => {
  const tenant = given()
  look(tenant, refunded)
  const both = paymentWith({ refunds: [refund(null, 3)], disputes: [dispute(9)] })
  expect(look(tenant, both)).toBe(
    'referral.flagged FIRST_PAYMENT_DISPUTED, referral.moderated FIRST_PAYMENT_DISPUTED',
  )
})

test.each([
  ['approved', approve],
  ['held', pend],
  ['denied', deny],
])('a side that staff %s stays so, with the signal beside it', (_what, decision) => {
  const tenant = given()
  tenant.track(server(decision()))
  const before = side(tenant.referral())
  expect(look(tenant, refunded)).toBe('referral.flagged FIRST_PAYMENT_REFUNDED')
  expect(side(tenant.referral())).toBe(before)
  expect(look(tenant, refunded)).toBe('')
  expect(look(tenant, later)).toBe('')
})

test('staff can approve a held side, and then nothing holds it again', () => {
  const tenant = given()
  look(tenant, refunded)
  tenant.track(server(approve()))
  expect(side(tenant.referral())).toBe('APPROVED with')
  expect(look(tenant, refunded)).toBe('')
})

describe('with a hold of 30 days', () => {
  test.each([10, 29, 31, 59])('a reversal on day %i is held, and given back as it was due', (day) => {
    const tenant = given({ referrerHoldDays: 30 })
    tenant.now = after(day)
    look(tenant, paymentWith({ refunds: [refund(null, day)] }))
    expect(side(tenant.referral())).toBe('PENDING cancelled')
    tenant.now = after(day + 1)
    look(tenant, later)
    expect(side(tenant.referral())).toBe('APPROVED with')
    expect(tenant.referral().referring.reward?.givenAt).toBe(after(30))
  })
})

test('a referral that did not convert, and one of an existing customer, are left alone', () => {
  const waiting = new TestTenant()
  waiting.track(server(user('b'), code('ADA')))
  expect(firstPaymentCommands(waiting.account(), refunded)).toEqual([])
  const closed = new TestTenant()
  closed.track(server(user('b'), paid))
  expect(firstPaymentCommands(closed.account(), refunded)).toEqual([])
})

test('a referral that ended keeps no credit for a first payment that was refunded', () => {
  const tenant = given({ referrerReward: { type: 'CREDIT', unit: 'USD', credit: 500 } })
  tenant.track(server(cancelled))
  expect(side(tenant.referral())).toBe('APPROVED with')
  look(tenant, refunded)
  expect(side(tenant.referral())).toBe('PENDING cancelled')
})

test('a side that is held while its referrer is blocked waits for the unblocking as well', () => {
  const tenant = given()
  look(tenant, disputed)
  tenant.track(serverOf('ada', block))
  expect(look(tenant, won)).toBe('referral.moderated REFERRER_BLOCKED')
  tenant.track(serverOf('ada', unblock))
  tenant.track(server(followBlock))
  expect(side(tenant.referral())).toBe('APPROVED with')
})

test.each<[string, number, Partial<FirstPayment>, number | null]>([
  ['soon after it', 0, {}, after(1) + 1],
  ['a day before the reward is given', 2, {}, after(13)],
  ['after a month', 14, {}, after(30) + 1],
  ['after 60 days, and not later', 31, {}, after(60) + 1],
  ['not at all after that', 61, {}, null],
  ['not at all once another payment has settled', 2, { hasLaterPayment: true }, null],
])('a payment is looked at %s', (_what, day, more, expected) => {
  const tenant = given({ referrerHoldDays: 14 })
  expect(reversalCheckAt(tenant.account(), paymentWith({}, more), after(day))).toBe(expected)
})

test('a payment is not looked at again within a minute, so that a clock that stands comes to an end', () => {
  expect(reversalCheckAt(given().account(), paymentWith({}, {}), after(1))).toBe(after(1) + 60_000)
})

test('while the side waits, a later payment that is settling is looked at twice a day', () => {
  const tenant = given()
  const settling = { ...voided, isLaterPaymentSettling: true }
  look(tenant, settling)
  expect(reversalCheckAt(tenant.account(), settling, after(40))).toBe(after(40) + DAY / 2)
})
