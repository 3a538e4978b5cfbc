import type { ProgramSettings } from '@goodword/contract/program/program'
import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { unsignedConversionModes } from '@goodword/domain/program/program'
import { moderationStatuses } from '@goodword/domain/referrals/account'
import type { Call, Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { subscriptionStatuses } from '@goodword/domain/referrals/subscription'
import type { AccountId, ProviderId, UserId, UserKey } from '@goodword/domain/values/ids'
import { parseCurrency } from '@goodword/domain/values/money'
import fc from 'fast-check'
import type { Context } from '../../frame/context.ts'

/** A call before it is made: a new user's key is created with the call. */
export type Sentence = {
  readonly account: string
  readonly source: Call['source']
  readonly commands: readonly Word[]
}
type Word = Exclude<Command, { kind: 'identify' }> | Omit<Extract<Command, { kind: 'identify' }>, 'newcomer'>

export const accountNames = ['ada', 'bob', 'cyd', 'dan'] as const
const userNames = ['u1', 'u2', 'u3'] as const

export const codeOf = (account: string, user: string): ReferralCode =>
  `${account}-${user}`.toUpperCase() as ReferralCode

export function callOf({ account, source, commands }: Sentence, { ids, clock }: Context): Call {
  return {
    accountId: account as AccountId,
    source,
    commands: commands.map((it): Command => {
      if (it.kind !== 'identify') return it
      return {
        ...it,
        newcomer: { key: ids.make<UserKey>(clock.now()), code: codeOf(account, it.userId) },
      }
    }),
  }
}

/** The sentence with `NOBODYS` for a code that is not assigned yet. */
export function withoutGuessing(spoken: Sentence, isKnown: (code: ReferralCode) => boolean): Sentence {
  const commands = spoken.commands.map((it) =>
    (it.kind === 'attribute' || it.kind === 'attributeByHand') && it.code !== null && !isKnown(it.code)
      ? { ...it, code: NOBODYS }
      : it,
  )
  return { ...spoken, commands }
}

const NOBODYS = 'NOBODYS' as ReferralCode
const user = fc.constantFrom(...userNames).map((it) => it as string as UserId)
const code = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...accountNames), user).map(([a, u]) => codeOf(a, u)) },
  { weight: 1, arbitrary: fc.constant(NOBODYS) },
)

const identified = {
  kind: fc.constant('identify' as const),
  userId: user,
  email: fc.constantFrom('x@example.com', 'X+tag@example.com', 'y@example.com', 'z@example.com'),
  firstName: fc.constantFrom('Ada', 'Bob'),
}
const vanityCode = fc.constantFrom('VANITY-1', 'VANITY-2').map((it) => it as ReferralCode)
const shown = fc.record(identified, { requiredKeys: ['kind', 'userId'] })
const known = fc.record({ ...identified, code: vanityCode }, { requiredKeys: ['kind', 'userId'] })
const describe = fc.record(
  {
    kind: fc.constant('describe' as const),
    currency: fc.constantFrom('EUR', 'JPY').map((it) => parseCurrency(it) ?? neverNull()),
    value: fc.constantFrom(0, 10, 49.9, 0.001),
    billingIntervalValue: fc.integer({ min: 1, max: 12 }),
    billingIntervalType: fc.constantFrom('MONTH' as const, 'YEAR' as const),
  },
  { requiredKeys: ['kind'] },
)
const bind = fc
  .constantFrom('p1', 'p2', 'p3')
  .map((it) => ({ kind: 'bind' as const, providerId: it as ProviderId }))
const explicit = code.map((it) => ({ kind: 'attribute' as const, evidence: 'explicit' as const, code: it }))
const report = fc
  .constantFrom(...subscriptionStatuses, 'PAID' as const)
  .map((status) => ({ kind: 'report' as const, status }))
const moderate = fc.record({
  kind: fc.constant('moderate' as const),
  status: fc.constantFrom(...moderationStatuses),
  side: fc.constantFrom('referred' as const, 'referrer' as const, 'both' as const),
})

const blocking = fc.oneof(
  fc.constantFrom(
    { kind: 'block' as const, reason: 'Makes up friends.' },
    { kind: 'unblock' as const },
    { kind: 'followBlock' as const },
  ),
  fc.record({ kind: fc.constant('attributeByHand' as const), code, allowsExistingCustomer: fc.boolean() }),
)

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const some = <T>(items: readonly (T | undefined)[]): T[] => items.filter((it) => it !== undefined)

const fromServer = fc
  .tuple(maybe(known), maybe(describe), maybe(bind), maybe(explicit), maybe(report))
  .map((words) => ({ source: 'server' as const, commands: some<Word>(words) }))

/** An action of staff is a call of its own. */
const fromStaff = fc
  .oneof(moderate, blocking)
  .map((word: Word) => ({ source: 'server' as const, commands: [word] }))

const fromBrowser = fc
  .tuple(shown, maybe(bind), fc.constantFrom('none', 'explicit', 'cookie'), code, maybe(report))
  .map(([who, binding, evidence, tracked, reported]) => {
    const attribute: Word | undefined =
      evidence === 'none'
        ? undefined
        : {
            kind: 'attribute',
            evidence: evidence === 'cookie' ? 'cookie' : 'explicit',
            code: tracked,
            userId: who.userId,
          }
    return { source: 'browser' as const, commands: some<Word>([who, binding, attribute, reported]) }
  })

/** Makes users known, each with an address of their own. */
export function introduction(account: string, ...users: string[]): Sentence {
  const commands = users.map((it) => ({
    kind: 'identify' as const,
    userId: it as UserId,
    email: `${it}@${account}.example`,
  }))
  return { account, source: 'server', commands }
}

/** Any call for one of a few accounts. */
export function sentenceOf(account: fc.Arbitrary<string>): fc.Arbitrary<Sentence> {
  return fc
    .tuple(
      account,
      fc.oneof(
        { weight: 2, arbitrary: fromServer },
        { weight: 2, arbitrary: fromBrowser },
        { weight: 1, arbitrary: fromStaff },
      ),
    )
    .map(([name, spoken]) => ({ account: name, ...spoken }))
}
export const sentence = sentenceOf(fc.constantFrom(...accountNames))

const rewardSpec = fc.constantFrom<NonNullable<ProgramSettings['referredReward']> | null>(
  { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
  { type: 'PCT_DISCOUNT', discountPercent: 12.5 },
  { type: 'CREDIT', unit: 'EUR', credit: 500 },
  { type: 'TIME_CREDIT', unit: 'DAY', credit: 30, monthsCreditIsValid: 2 },
  { type: 'FEATURE', featureType: 'seats', quantity: 3 },
  null,
)

/** Any program, with the odds on one that works. */
export const programSettings: fc.Arbitrary<ProgramSettings> = fc.record(
  {
    referredReward: rewardSpec,
    referrerReward: rewardSpec,
    referrerHoldDays: fc.constantFrom(0, 30, 100),
    maxReferrerRewards: fc.constantFrom(1, 2),
    milestones: fc.constantFrom(
      [],
      [1, 2, 3].map((friends) => ({
        friends,
        reward: { type: 'CREDIT' as const, unit: 'EUR', credit: 500 },
      })),
      [{ friends: 2, reward: { type: 'PCT_DISCOUNT' as const, discountPercent: 5 } }],
    ),
    requireSignedIdentification: fc.boolean(),
    unsignedConversions: fc.record({
      mode: fc.constantFrom(...unsignedConversionModes),
      limit: fc.constantFrom(0, 1, 2),
    }),
    active: fc.oneof(
      { weight: 9, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    fraudRules: fc.array(
      fc.record({ rule: fc.constantFrom(...fraudRuleNames), mode: fc.constantFrom(...fraudRuleModes) }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
)

function neverNull(): never {
  throw new Error('unknown currency')
}
