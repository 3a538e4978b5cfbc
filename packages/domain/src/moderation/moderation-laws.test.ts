import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Account, Referral, ReferralSide } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import { type Outcome, reasonOfSignal } from '../referrals/outcome.ts'
import { redemptionEntries } from '../rewards/ledger.ts'
import { redeem } from '../rewards/redemption.ts'
import { amountOf, type Reward, statusesOf } from '../rewards/reward.ts'
import { calls, everyone, friends, lists, programs } from '../testing/arbitrary-calls.ts'
import { approve, cancelled, code, deny, paid, pend, serverOf, trial, user } from '../testing/calls.ts'
import { specs } from '../testing/spec-arbitrary.ts'
import { TestLedger } from '../testing/test-ledger.ts'
import { START, TestTenant } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'

const timedLists = fc.array(
  fc.record({ pauseDays: fc.integer({ min: 0, max: 40 }), list: fc.array(calls, { maxLength: 6 }) }),
  { maxLength: 8 },
)

/** Checks invariants between two lists, for arbitrary calls. */
function always(
  law: (
    before: readonly Account[],
    after: readonly Account[],
    tenant: TestTenant,
    list: readonly Call[],
    outcomes: readonly Outcome[],
  ) => void,
) {
  fc.assert(
    fc.property(timedLists, programs, (timed, program) => {
      const tenant = new TestTenant(program, friends)
      for (const { pauseDays, list } of timed) {
        tenant.now = addDays(tenant.now, pauseDays)
        const before = accountsOf(tenant)
        const { decisions } = tenant.trackAll(list)
        const outcomes = decisions.flatMap((it) => (it.kind === 'accepted' ? it.outcomes : []))
        law(before, accountsOf(tenant), tenant, list, outcomes)
      }
    }),
    { numRuns: 150 },
  )
}

test('no referrer ever has more rewards than the limit allows', () => {
  always((_before, after, tenant) => {
    const { maxReferrerRewards } = tenant.program
    for (const referrer of everyone) {
      const rewarded = after.filter(
        ({ referral }) => referral?.referrer.accountId === referrer && counts(referral.referring.reward),
      )
      expect(rewarded.length).toBeLessThanOrEqual(maxReferrerRewards ?? friends.length + everyone.length)
    }
  })
})

test('a side that is not approved has nothing that counts but what is redeemed or expired', () => {
  always((_before, after, tenant) => {
    for (const { reward, moderation } of after.flatMap(sidesOf)) {
      if (moderation.status === 'APPROVED' || reward === null) continue
      expect(['CANCELLED', 'REDEEMED', 'EXPIRED']).toContain(statusesOf(reward, tenant.now)[0])
    }
  })
})

test('only staff change what staff decided', () => {
  always((before, after, _tenant, list) => {
    for (const [index, account] of before.entries()) {
      const isDecided = list.some(
        (it) => it.accountId === account.id && it.commands.some(({ kind }) => kind === 'moderate'),
      )
      if (isDecided) continue
      if (after[index]?.referral?.id !== account.referral?.id) continue
      for (const [which, side] of sidesOf(account).entries()) {
        const later = sidesOf(after[index])[which]
        if (side.moderation.by === 'staff') expect(later?.moderation).toBe(side.moderation)
      }
    }
  })
})

// Statistics follow these outcomes, and find the time of each signal by its place among them.
test('each signal has an outcome of its own, in the same order, and each change of a decision has one', () => {
  always((before, after, _tenant, _list, outcomes) => {
    for (const [index, account] of after.entries()) {
      const { referral } = account
      if (referral === null) continue
      // A code of the server starts another referral in the place of one that only pages named.
      const isSame = before[index]?.referral?.id === referral.id
      const earlier = isSame ? (before[index]?.referral ?? null) : null
      const of = (type: Outcome['type']) =>
        outcomes.filter((it) => it.type === type && it.referralId === referral.id).map((it) => it.reason)
      const raised = referral.signals.slice(earlier?.signals.length ?? 0)
      expect(of('referral.flagged')).toEqual(raised.map(reasonOfSignal))
      const earlierSides = isSame ? sidesOf(before[index]) : []
      const wasDecided = sidesOf(account).some(({ moderation }, side) => {
        const known = earlierSides[side]?.moderation
        return known === undefined ? moderation.decidedAt !== undefined : known !== moderation
      })
      if (wasDecided) expect(of('referral.moderated')).not.toEqual([])
    }
  })
})

test('no code belongs to two people', () => {
  always((_before, after) => {
    const codes = after.flatMap((it) => it.users.map(({ code: own }) => own))
    expect(new Set(codes).size).toBe(codes.length)
  })
})

test('a page is never refused, signed or not', () => {
  fc.assert(
    fc.property(lists, programs, (list, program) => {
      const { decisions } = new TestTenant(program, friends).trackAll(list)
      for (const [index, decision] of decisions.entries()) {
        if (list[index]?.source === 'browser') expect(decision.kind).toBe('accepted')
      }
    }),
  )
})

test('arbitrary decisions by staff leave the state that the last one for each side sets', () => {
  const sides = fc.constantFrom('both' as const, 'referred' as const, 'referrer' as const)
  const decisions = fc.array(
    fc.tuple(fc.constantFrom(approve, deny, pend), sides).map(([decide, side]) => decide(side)),
  )
  fc.assert(
    fc.property(specs, decisions, (spec, made) => {
      const tenant = new TestTenant({ referredReward: spec, referrerReward: spec })
      tenant.track(serverOf('bob', user('u'), code('ADA'), paid))
      const { referred, referring } = tenant.referral()
      for (const it of made) tenant.track(serverOf('bob', it))
      for (const [which, side, given] of [
        ['referred', tenant.referral().referred, referred.reward],
        ['referrer', tenant.referral().referring, referring.reward],
      ] as const) {
        const status = made.findLast((it) => it.side === which || it.side === 'both')?.status ?? 'APPROVED'
        expect(side.moderation.status).toBe(status)
        expect(side.reward).toEqual({
          ...given,
          cancellations: expect.any(Number),
          cancelledAt: status === 'APPROVED' ? null : START,
        })
      }
    }),
  )
})

/** The events of a referral within one transaction: calls, or a redemption of the referrer. */
const happenings = fc.oneof(
  {
    arbitrary: fc.array(
      fc.constantFrom(
        paid,
        trial,
        cancelled,
        approve(),
        approve(),
        deny(),
        pend('referrer'),
        deny('referred'),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    weight: 4,
  },
  { arbitrary: fc.integer({ min: 1, max: 1000 }), weight: 1 },
)
const stories = fc.array(fc.tuple(fc.integer({ min: 0, max: 150 }), happenings), { maxLength: 10 })

test('after decisions, payments, ends and redemptions the ledger of each side equals the value of its reward', () => {
  fc.assert(
    fc.property(specs, fc.constantFrom(0, 14, 400), stories, (spec, referrerHoldDays, story) => {
      const tenant = new TestTenant({ referredReward: spec, referrerReward: spec, referrerHoldDays })
      const records = [newSideRecord(), newSideRecord()] as const
      track(tenant, records, [user('u'), code('ADA')])
      for (const [pauseDays, happening] of story) {
        tenant.now = addDays(tenant.now, pauseDays)
        if (typeof happening === 'number') spend(tenant, records[1], happening)
        else track(tenant, records, happening)
      }
      for (const { ledger, states } of records) {
        const marks = [...ledger.moments, ...states.map(({ at }) => at), addDays(START, 5000)]
        for (const at of marks.flatMap((it) => [it - 1, it])) {
          expect(ledger.balance(at)).toBe(worth(states.findLast((it) => it.at <= at)?.reward ?? null, at))
        }
      }
    }),
    { numRuns: 500 },
  )
})

/** A side's entries, and beside them what its reward was from when on. */
type SideRecord = { readonly ledger: TestLedger; readonly states: { at: number; reward: Reward | null }[] }

function newSideRecord(): SideRecord {
  return { ledger: new TestLedger(), states: [] }
}

function track(
  tenant: TestTenant,
  records: readonly [SideRecord, SideRecord],
  commands: readonly Call['commands'][number][],
): void {
  const before = sidesOf(tenant.account())
  tenant.trackAll(commands.map((it) => serverOf('bob', it)))
  for (const [index, { rewardId, reward }] of sidesOf(tenant.account()).entries()) {
    const record = records[index]
    record?.ledger.change(rewardId, before[index]?.reward ?? null, reward, tenant.now)
    record?.states.push({ at: tenant.now, reward })
  }
}

function spend(tenant: TestTenant, { ledger, states }: SideRecord, amount: number): void {
  const { referring } = tenant.referral()
  if (referring.reward === null || amountOf(referring.reward.spec) === 0) return
  const [taking] = redeem([{ id: referring.rewardId, reward: referring.reward }], amount, tenant.now) ?? []
  if (taking === undefined) return
  const { id, reward, taken } = taking
  ledger.add(redemptionEntries(`d${states.length}`, id, referring.reward, taken, tenant.now), tenant.now)
  tenant.change('bob', { referring: { ...referring, reward } })
  states.push({ at: tenant.now, reward })
}

function worth(reward: Reward | null, at: number): number {
  if (reward === null || statusesOf(reward, at)[0] !== 'AVAILABLE') return 0
  return amountOf(reward.spec) - reward.redeemed
}

function counts(reward: Reward | null): boolean {
  return reward !== null && reward.cancelledAt === null
}

function sidesOf(account: { readonly referral: Referral | null } | undefined): readonly ReferralSide[] {
  const referral = account?.referral ?? null
  return referral === null ? [] : [referral.referred, referral.referring]
}

function accountsOf(tenant: TestTenant): readonly Account[] {
  return everyone.map((id) => tenant.account(id))
}
