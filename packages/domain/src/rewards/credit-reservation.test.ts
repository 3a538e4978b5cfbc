import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TestLedger } from '../testing/test-ledger.ts'
import { START } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'
import {
  type CreditReservation,
  newReservation,
  type ReservationChange,
  reservedAmount,
  resize,
  settle,
} from './credit-reservation.ts'
import { redemptionEntries } from './ledger.ts'
import { type Credit, redeem } from './redemption.ts'
import { amountOf, cancelReward, manualReward, type Reward, reviveReward, statusesOf } from './reward.ts'

/** The credits of an account with their ledger, and the reservations for its bills. */
class CreditStory {
  now = START
  readonly ledger = new TestLedger()
  readonly rewards = new Map<string, Reward>()
  readonly reservations = new Map<string, CreditReservation>()
  spent = 0

  give(id: string, credit: number, validDays: number | null): void {
    const expiresAt = validDays === null ? null : addDays(this.now, validDays)
    const reward = manualReward({ type: 'CREDIT', unit: 'USD', credit }, this.now, null, expiresAt)
    this.#change(id, null, reward)
  }

  cancel(id: string): void {
    const before = this.rewards.get(id)
    if (before !== undefined) this.#change(id, before, cancelReward(before, this.now))
  }

  revive(id: string): void {
    const before = this.rewards.get(id)
    if (before !== undefined) this.#change(id, before, reviveReward(before))
  }

  redeemByHand(id: string, amount: number): boolean {
    const takings = redeem(this.credits(), amount, this.now)
    for (const it of takings ?? []) {
      this.ledger.add(redemptionEntries(id, it.id, it.reward, it.taken, this.now), this.now)
      this.rewards.set(it.id, it.reward)
    }
    if (takings !== null) this.spent += amount
    return takings !== null
  }

  reserve(bill: string, wanted: number): void {
    this.#apply(resize(this.reservation(bill), this.credits(), wanted, { now: this.now, bill: null }))
  }

  settle(bill: string, used: number): void {
    const before = this.reservation(bill)
    const change = settle(before, this.credits(), used, this.now)
    if (before.isOpen) this.spent += reservedAmount(change.reservation)
    this.#apply(change)
  }

  reservation(bill: string): CreditReservation {
    return this.reservations.get(bill) ?? newReservation(bill)
  }

  credits(): readonly Credit<string>[] {
    return [...this.rewards].map(([id, reward]) => ({ id, reward }))
  }

  available(): number {
    const usable = [...this.rewards.values()].filter((it) => statusesOf(it, this.now)[0] === 'AVAILABLE')
    return usable.reduce((sum, it) => sum + amountOf(it.spec) - it.redeemed, 0)
  }

  reserved(): number {
    return [...this.reservations.values()]
      .filter((it) => it.isOpen)
      .reduce((sum, it) => sum + reservedAmount(it), 0)
  }

  #change(id: string, before: Reward | null, after: Reward): void {
    this.ledger.change(id, before, after, this.now)
    this.rewards.set(id, after)
  }

  #apply({ reservation, rewards, entries }: ReservationChange): void {
    this.ledger.add(entries, this.now)
    for (const { id, reward } of rewards) this.rewards.set(id, reward)
    this.reservations.set(reservation.bill, reservation)
  }
}

test('credit that is reserved cannot be redeemed by hand, and what a bill did not use can again', () => {
  const story = new CreditStory()
  story.give('r1', 10_00, null)
  story.reserve('s1:4', 8_00)
  expect(story.available()).toBe(2_00)
  expect(story.redeemByHand('d1', 3_00)).toBe(false)
  story.settle('s1:4', 5_00)
  expect(story.available()).toBe(5_00)
  expect(story.redeemByHand('d2', 5_00)).toBe(true)
  expect(story.ledger.balance(story.now)).toBe(0)
})

test('a reservation takes the credit that expires first, and gives back what expires last', () => {
  const story = new CreditStory()
  story.give('never', 5_00, null)
  story.give('soon', 5_00, 3)
  story.give('later', 5_00, 30)
  story.reserve('s1:4', 12_00)
  expect(story.reservation('s1:4').parts).toEqual([
    { rewardId: 'soon', amount: 5_00 },
    { rewardId: 'later', amount: 5_00 },
    { rewardId: 'never', amount: 2_00 },
  ])
  story.reserve('s1:4', 6_00)
  expect(story.reservation('s1:4').parts).toEqual([
    { rewardId: 'soon', amount: 5_00 },
    { rewardId: 'later', amount: 1_00 },
  ])
})

test('reserved credit does not expire before its bill; what comes back too late has', () => {
  const story = new CreditStory()
  story.give('r1', 10_00, 3)
  story.reserve('s1:4', 10_00)
  story.now = addDays(START, 5)
  story.settle('s1:4', 6_00)
  expect(story.available()).toBe(0)
  expect(story.ledger.balance(story.now)).toBe(0)
  expect(story.rewards.get('r1')).toMatchObject({ redeemed: 6_00, redeemedAt: null })
})

test('credit that is reserved can be cancelled; what the bill did not use is reversed, that of cancelled rewards first', () => {
  const story = new CreditStory()
  story.give('soon', 5_00, 3)
  story.give('never', 5_00, null)
  story.reserve('s1:4', 10_00)
  expect(story.credits().map(({ reward }) => statusesOf(reward, story.now))).toEqual([
    ['AVAILABLE'],
    ['AVAILABLE'],
  ])
  story.cancel('soon')
  story.settle('s1:4', 7_00)
  expect(story.rewards.get('soon')).toMatchObject({ redeemed: 2_00, reserved: 0 })
  expect(story.rewards.get('never')).toMatchObject({ redeemed: 5_00, reserved: 0 })
  expect(story.ledger.balance(story.now)).toBe(0)
  story.revive('soon')
  expect(story.ledger.balance(story.now)).toBe(3_00)
})

test('settling a bill again, with whatever amount, changes nothing', () => {
  const story = new CreditStory()
  story.give('r1', 10_00, null)
  story.reserve('s1:4', 8_00)
  story.settle('s1:4', 5_00)
  for (const again of [0, 5_00, 8_00]) story.settle('s1:4', again)
  story.reserve('s1:4', 10_00)
  expect(story.available()).toBe(5_00)
})

type Deed =
  | { readonly kind: 'give'; readonly credit: number; readonly validDays: number | null }
  | { readonly kind: 'reserve' | 'settle'; readonly bill: string; readonly amount: number }
  | { readonly kind: 'redeem'; readonly amount: number }
  | { readonly kind: 'cancel' | 'revive'; readonly reward: number }

const bills = fc.constantFrom('s1:1', 's1:2', 's2:1')
const amounts = fc.integer({ min: 0, max: 30 })
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    kind: fc.constant('give' as const),
    credit: fc.integer({ min: 1, max: 30 }),
    validDays: fc.option(fc.integer({ min: 1, max: 20 })),
  }),
  fc.record({ kind: fc.constant('reserve' as const), bill: bills, amount: amounts }),
  fc.record({ kind: fc.constant('reserve' as const), bill: bills, amount: amounts }),
  fc.record({ kind: fc.constant('settle' as const), bill: bills, amount: amounts }),
  fc.record({ kind: fc.constant('redeem' as const), amount: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'revive' as const), reward: fc.nat({ max: 5 }) }),
)

test('whatever happens, the ledger is what can be spent, nothing is negative, and nothing is spent twice', () => {
  const histories = fc.array(fc.tuple(deeds, fc.integer({ min: 1, max: 5 })), { maxLength: 30 })
  fc.assert(
    fc.property(histories, (history) => {
      const story = new CreditStory()
      let given = 0
      let count = 0
      for (const [deed, days] of history) {
        if (deed.kind === 'give') given += deed.credit
        does(story, deed, count)
        count += 1
        expect(story.ledger.balance(story.now)).toBe(story.available())
        for (const reward of story.rewards.values()) {
          expect(reward.redeemed).toBeGreaterThanOrEqual(0)
          expect(reward.redeemed).toBeLessThanOrEqual(amountOf(reward.spec))
        }
        const redeemed = [...story.rewards.values()].reduce((sum, it) => sum + it.redeemed, 0)
        expect(redeemed).toBe(story.spent + story.reserved())
        const reserved = [...story.rewards.values()].reduce((sum, it) => sum + it.reserved, 0)
        expect(reserved).toBe(story.reserved())
        expect(story.spent + story.reserved() + story.available()).toBeLessThanOrEqual(given)
        for (const moment of story.ledger.moments)
          expect(story.ledger.balance(moment)).toBeGreaterThanOrEqual(0)
        story.now = addDays(story.now, days)
      }
    }),
    { numRuns: 1000 },
  )
})

function does(story: CreditStory, deed: Deed, count: number): void {
  switch (deed.kind) {
    case 'give':
      story.give(`r${story.rewards.size}`, deed.credit, deed.validDays)
      break
    case 'reserve':
      story.reserve(deed.bill, deed.amount)
      break
    case 'settle':
      story.settle(deed.bill, deed.amount)
      break
    case 'redeem':
      story.redeemByHand(`d${count}`, deed.amount)
      break
    case 'cancel':
      story.cancel(`r${deed.reward}`)
      break
    case 'revive':
      story.revive(`r${deed.reward}`)
      break
  }
}

test('in whatever order and however often its bills are settled, the same is spent', () => {
  const settlements = fc.array(fc.tuple(bills, fc.nat({ max: 2 })), { maxLength: 12 })
  fc.assert(
    fc.property(settlements, (order) => {
      const used = { 's1:1': 3, 's1:2': 0, 's2:1': 7 } as const
      const story = new CreditStory()
      story.give('r1', 10, null)
      story.give('r2', 10, 50)
      for (const bill of ['s1:1', 's1:2', 's2:1'] as const) story.reserve(bill, 6)
      for (const [bill] of order) story.settle(bill, used[bill as keyof typeof used])
      for (const bill of ['s1:1', 's1:2', 's2:1'] as const) story.settle(bill, used[bill])
      expect(story.available()).toBe(20 - 3 - 6)
    }),
  )
})
