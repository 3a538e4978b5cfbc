import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FraudSignal } from '../fraud/fraud.ts'
import type { Program } from '../program/program.ts'
import { type Account, type Standing, standingOf } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import { idleOutcomes, type Outcome } from '../referrals/outcome.ts'
import {
  browserCalls,
  calls,
  everyone,
  friends,
  lists,
  listsWithoutRaces,
  programs,
} from '../testing/arbitrary-calls.ts'
import { browserOf, cancelled } from '../testing/calls.ts'
import { rulesOff, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'
import { repeatsTheKnown } from './identification.ts'
import type { Decision } from './tracking.ts'

/** The possible states of an account after a call, by its state before. */
const next: Readonly<Record<Standing, readonly Standing[]>> = {
  open: ['open', 'in progress', 'converted', 'ended', 'closed'],
  'in progress': ['in progress', 'converted', 'ended'],
  converted: ['converted', 'ended'],
  ended: ['ended'],
  closed: ['closed'],
}

test('after arbitrary calls: a referral never starts twice, a closed account is never referred, stored values stay', () => {
  const pauses = fc.integer({ min: 0, max: 40 })
  holds(fc.array(fc.tuple(calls, pauses), { maxLength: 25 }), programs, (timed, program) => {
    const tenant = tenantOf(program)
    for (const [call, days] of timed) {
      tenant.now = addDays(tenant.now, days)
      const before = everyone.map((id) => tenant.account(id))
      tenant.track(call)
      for (const account of before) {
        const after = tenant.account(account.id)
        if (isWordOfPages(account) && after.referral !== null && after.referral.id !== account.referral?.id) {
          expect(after.referral.isFromPage).toBe(false)
          expect(after.replaced?.id).toBe(account.referral?.id)
          continue
        }
        expect(next[standingOf(account)]).toContain(standingOf(after))
        expect(after).toMatchObject(lasting(account))
      }
    }
  })
})

test('after arbitrary calls: at most one referral per account beside a replaced one, one conversion each, and one reward per side', () => {
  holds(lists, programs, (list, program) => {
    const tenant = tenantOf(program)
    const outcomes = outcomesOf(tenant.trackAll(list).decisions)
    const once = outcomes.flatMap(({ type, account, referralId, rewardId }) => {
      if (type === 'reward.created' || type === 'reward.given') return [`${type} ${rewardId}`]
      if (type === 'account.closed') return [`${type} ${account}`]
      const isOfReferral = ['referral.started', 'referral.converted', 'referral.ended'].includes(type)
      return isOfReferral ? [`${type} ${referralId}`] : []
    })
    expect(once).toEqual([...new Set(once)])
    for (const { key, replaced } of accountsOf(tenant)) {
      const started = outcomes.filter((it) => it.type === 'referral.started' && it.account === key)
      expect(started.length).toBeLessThanOrEqual(replaced === null ? 1 : 2)
    }
  })
})

test('an accepted call, repeated at once or later, leaves the very same accounts and nothing but idle outcomes', () => {
  holds(
    fc.tuple(lists, calls),
    fc.tuple(programs, fc.constantFrom(0, 100)),
    ([list, call], [program, days]) => {
      const tenant = tenantOf(program)
      tenant.trackAll(list)
      if (tenant.track(call).kind === 'refused') return
      const before = everyone.map((id) => tenant.account(id))
      tenant.now = addDays(tenant.now, days)
      const decision = tenant.track(call)
      expect(decision.kind).toBe('accepted')
      expect(busy([decision])).toEqual([])
      expect(everyone.every((id, index) => tenant.account(id) === before[index])).toBe(true)
    },
  )
})

test('all that pages said, repeated from the beginning, changes nothing', () => {
  holds(fc.array(browserCalls, { maxLength: 25 }), programs, (list, program) => {
    const tenant = tenantOf(program)
    tenant.trackAll(list)
    const before = accountsOf(tenant)
    expect(busy(tenant.trackAll(list).decisions)).toEqual([])
    expect(accountsOf(tenant)).toEqual(before)
  })
})

// A server's last word counts, so its older words change prices, names and statuses back, and rules see old addresses
// again; an old cancellation would end a referral that came after it, and an old decision would be taken anew.
test('all accepted calls, repeated from the beginning, start, convert and end nothing (no cancellations or decisions, rules off)', () => {
  const quiet = listsWithoutRaces.map((list) =>
    list.filter(({ commands }) => !commands.some((it) => it === cancelled || it.kind === 'moderate')),
  )
  holds(quiet, programs, (list, program) => {
    const tenant = tenantOf({ ...program, fraudRules: rulesOff })
    const { decisions } = tenant.trackAll(list)
    // A payment that a page reported before the server's code did not count for it, and does when it is reported again.
    if (accountsOf(tenant).some(({ referral }) => referral?.signals.some(isPaidBefore))) return
    const accepted = list.filter((_call, index) => decisions[index]?.kind === 'accepted')
    const before = accountsOf(tenant).map(({ referral, paidAt }) => ({ referral, paidAt }))
    expect(busy(tenant.trackAll(accepted).decisions)).toEqual([])
    expect(accountsOf(tenant)).toMatchObject(before)
  })
})

test('a list decided at once comes to the same as its calls one by one', () => {
  holds(lists, programs, (list, program) => {
    const together = tenantOf(program)
    const alone = tenantOf(program)
    const decisions = list.map((call) => alone.track(call))
    expect(together.trackAll(list).decisions.map(inAnyOrder)).toEqual(decisions.map(inAnyOrder))
    expect(accountsOf(together)).toEqual(accountsOf(alone))
  })
})

test('a refused call leaves no trace', () => {
  holds(lists, programs, (list, program) => {
    const tenant = tenantOf(program)
    const { decisions } = tenant.trackAll(list)
    const isAccepted = decisions.map((it) => it.kind === 'accepted')
    const without = tenantOf(program)
    const rest = without.trackAll(list.filter((_call, index) => isAccepted[index])).decisions
    expect(rest).toEqual(decisions.filter((_decision, index) => isAccepted[index]))
    expect(accountsOf(without)).toEqual(accountsOf(tenant))
  })
})

test('with rules off and no limit, it does not matter how the calls of different accounts come between each other', () => {
  holds(listsWithoutRaces, programs, (list, program) => {
    const { mode = 'limit', limit = 0 } = program.unsignedConversions ?? {}
    const unsignedConversions = { mode: mode === 'limit' ? 'trust' : mode, limit } as const
    const free = { ...program, fraudRules: rulesOff, maxReferrerRewards: null, unsignedConversions }
    const [mixed, sorted] = [tenantOf(free), tenantOf(free)]
    expect(decisionsByAccount(mixed, list)).toEqual(decisionsByAccount(sorted, sortedByAccount(list)))
    expect(accountsOf(sorted)).toEqual(accountsOf(mixed))
  })
})

// A rule and a limit read the state at their time, so the order of calls may change rewards, and nothing else.
test('with rules on, it matters only to moderation, signals and rewards', () => {
  holds(listsWithoutRaces, programs, (list, program) => {
    const mixed = tenantOf(program)
    const sorted = tenantOf(program)
    mixed.trackAll(list)
    sorted.trackAll(sortedByAccount(list))
    expect(accountsOf(sorted).map(withoutRewards)).toEqual(accountsOf(mixed).map(withoutRewards))
  })
})

test('a page’s call that repeats the known comes to nothing at all', () => {
  const pairs = lists.chain((list) =>
    fc.record({
      list: fc.constant(list),
      call: fc.oneof(browserCalls, fc.constantFrom(...list, browserOf('bob'))),
    }),
  )
  holds(pairs, programs, ({ list, call }, program) => {
    const tenant = tenantOf(program)
    tenant.trackAll(list)
    const before = tenant.account(call.accountId)
    const user = call.commands.find((it) => it.kind === 'identify')?.userId
    const users = before.users.filter((it) => it.id === user)
    const { code = null, unconfirmedAt = null, isFromPage = false } = before.referral ?? {}
    const isUnconfirmed = unconfirmedAt !== null
    const known = {
      ...before,
      users,
      referralCode: code,
      isUnconfirmed,
      isReferralFromPage: isFromPage,
    }
    if (!repeatsTheKnown(known, call, tenant.program)) return
    expect(tenant.track(call)).toEqual({ kind: 'accepted', account: before, outcomes: [], isChanged: false })
    expect(tenant.account(call.accountId)).toBe(before)
  })
})

function holds<One, Other>(
  ones: fc.Arbitrary<One>,
  others: fc.Arbitrary<Other>,
  law: (one: One, other: Other) => void,
): void {
  fc.assert(fc.property(ones, others, law), { numRuns: 200 })
}

function tenantOf(program: Partial<Program>): TestTenant {
  return new TestTenant(program, friends)
}

function accountsOf(tenant: TestTenant): readonly Account[] {
  return everyone.map((id) => tenant.account(id))
}

function outcomesOf(decisions: readonly Decision[]): readonly Outcome[] {
  return decisions.flatMap((it) => (it.kind === 'accepted' ? it.outcomes : []))
}

function busy(decisions: readonly Decision[]): readonly Outcome[] {
  return outcomesOf(decisions).filter((it) => !idleOutcomes.includes(it.type))
}

function isPaidBefore({ rule }: FraudSignal): boolean {
  return rule === 'PAID_ON_PAGE_BEFORE'
}

/** Only unsigned calls named the code, or reported a payment without one; a code of the server takes its place. */
function isWordOfPages({ referral, paidAt, isPaidOnPage }: Account): boolean {
  if (paidAt !== null && !isPaidOnPage) return false
  if (referral === null) return isPaidOnPage
  return referral.isFromPage && (referral.convertedAt === null || referral.unconfirmedAt !== null)
}

/** The fields that no later call may change once they are set. */
function lasting({ paidAt, providerId, browserPaid, referral }: Account) {
  const { id, code, referrer, startedAt, convertedAt, endedAt } = referral ?? {}
  const written = { id, code, referrer, startedAt, convertedAt, endedAt }
  return {
    ...present({ paidAt, providerId }),
    ...(browserPaid ? { browserPaid } : {}),
    ...(referral === null ? {} : { referral: present(written) }),
  }
}

function present(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** The order in which a referrer's friends are looked at again means nothing. */
function inAnyOrder(decision: Decision) {
  return decision.kind === 'refused' ? decision : { ...decision, outcomes: new Set(decision.outcomes) }
}

function sortedByAccount(list: readonly Call[]): readonly Call[] {
  return list.toSorted((one, other) => everyone.indexOf(one.accountId) - everyone.indexOf(other.accountId))
}

function decisionsByAccount(tenant: TestTenant, list: readonly Call[]) {
  const decisions = tenant.trackAll(list).decisions.map(textOf)
  return everyone.map((id) => decisions.filter((_decision, index) => list[index]?.accountId === id))
}

/** A referral that a rule denied, and that started anew by the server's word for the same code, counts as the one before. */
function withoutRewards({ referral, replaced, ...account }: Account) {
  const { referred, referring, signals, ...tie } = referral ?? {}
  const isAnew = replaced !== null && replaced.code === referral?.code
  return { ...account, tie: isAnew ? { ...tie, id: replaced.id } : tie }
}
