import fc from 'fast-check'
import { fraudRuleNames } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import { type Program, unsignedConversionModes } from '../program/program.ts'
import type { Call, Command } from '../referrals/command.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import type { Currency } from '../values/money.ts'
import {
  approve,
  block,
  browserOf,
  byHand,
  cancelled,
  code,
  cookie,
  customer,
  deny,
  followBlock,
  free,
  paid,
  pend,
  serverOf,
  subscription,
  trial,
  unblock,
  user,
  verified,
} from './calls.ts'
import { ruleModes, tenPercent } from './test-tenant.ts'

export const friends = ['bob', 'cyd', 'dan']
export const everyone = ['ada', 'eve', ...friends]

/** A user of an account; no other account has a user with the same key or code. */
const usersOf = (account: string) =>
  fc
    .tuple(
      fc.constantFrom('ada', 'u1', 'u2'),
      fc.record(
        { email: fc.constantFrom('a@example.com', 'b@example.com'), firstName: fc.constantFrom('Al', 'Bo') },
        { requiredKeys: [] },
      ),
    )
    .map(([id, fields]) => ({ ...user(id, fields), newcomer: user(`${id}_of_${account}`).newcomer }))
const choices = fc.constantFrom('BEE', 'ZED', 'ADA', 'OFF').map((it) => it as ReferralCode)
const codes = fc.constantFrom('ADA', 'ADA', 'EVE', 'BOB', 'CYD', 'BEE', 'OFF', 'OLD', 'NOBODY', null)
const reports = fc.constantFrom(paid, paid, trial, free, cancelled)
const descriptions = fc
  .record(
    {
      value: fc.constantFrom(10, 10.5),
      currency: fc.constantFrom('USD' as Currency, 'JPY' as Currency),
      billingIntervalValue: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  )
  .map(subscription)

const decisionCalls: fc.Arbitrary<Call> = fc
  .tuple(
    fc.constantFrom(...friends),
    fc.constantFrom(approve, approve, deny, pend),
    fc.constantFrom('both' as const, 'referred' as const, 'referrer' as const),
  )
  .map(([account, decide, side]) => serverOf(account, decide(side)))

const blockingCalls: fc.Arbitrary<Call> = fc
  .oneof(
    fc.tuple(fc.constantFrom('ada', 'ada', ...everyone), fc.constantFrom(block, unblock)),
    fc.tuple(
      fc.constantFrom(...friends),
      fc.constantFrom(followBlock, ...['ADA', 'EVE', 'OFF', 'OLD', 'BOB', 'NOBODY'].map((it) => byHand(it))),
    ),
  )
  .map(([account, command]) => serverOf(account, command))

/** Calls as request handlers make them: at most one command of a kind, in the order in which a request is checked. */
const serverCalls: fc.Arbitrary<Call> = fc.constantFrom(...everyone).chain((account) =>
  fc.oneof(
    fc
      .tuple(usersOf(account), fc.option(choices))
      .map(([user, choice]) => serverOf(account, choice === null ? user : { ...user, code: choice })),
    commands([
      descriptions,
      fc.constantFrom('1', '2').map((it) => customer(`customer ${it} of ${account}`)),
      codes.map(code),
      reports,
    ]).map((it) => serverOf(account, ...it)),
  ),
)

export const browserCalls: fc.Arbitrary<Call> = fc
  .constantFrom(...everyone)
  .chain((account) => fc.tuple(fc.constant(account), usersOf(account), fc.boolean()))
  .chain(([account, user, hasCookie]) =>
    commands([
      fc.constantFrom('customer 1 of ada', 'customer 2 of bob', 'customer of nobody').map(customer),
      codes.map((it) => (hasCookie ? cookie(it, user.userId) : code(it))),
      reports,
    ]).map((it) => browserOf(account, user, ...it)),
  )

/** Calls of a page with commands that the merchant signed: the user, the processor customer, the payment status. */
const signedCalls: fc.Arbitrary<Call> = fc
  .tuple(browserCalls, fc.option(choices))
  .map(([{ accountId, commands: said }, choice]) =>
    browserOf(accountId, ...said.map((it) => signed(it, choice))),
  )

const tellings: fc.Arbitrary<Call> = fc.oneof(serverCalls, browserCalls, signedCalls)
export const calls: fc.Arbitrary<Call> = fc.oneof(
  { arbitrary: tellings, weight: 4 },
  { arbitrary: decisionCalls, weight: 1 },
  { arbitrary: blockingCalls, weight: 1 },
)
export const lists = fc.array(calls, { maxLength: 25 })

/**
 * Lists without commands whose result depends on their order: codes that a user chooses, which are unknown to earlier
 * calls, customers of the processor that a signed page names for any account, and blocks, which calls for friends
 * meet.
 */
export const listsWithoutRaces = lists.map((list) =>
  list.filter(
    ({ commands: said }) => !said.some((it) => isChoice(it) || isSignedCustomer(it) || isBlocking(it)),
  ),
)

const rewards: fc.Arbitrary<RewardSpec | null> = fc.constantFrom(tenPercent, null, {
  type: 'CREDIT',
  unit: 'USD',
  credit: 500,
})
const modes = fc.constantFrom<FraudRuleMode>('off', 'shadow', 'active')
export const programs: fc.Arbitrary<Partial<Program>> = fc.record({
  referredReward: rewards,
  referrerReward: rewards,
  referrerHoldDays: fc.constantFrom(0, 14),
  maxReferrerRewards: fc.constantFrom(null, null, 0, 1, 2),
  requireSignedIdentification: fc.boolean(),
  unsignedConversions: fc.record({
    mode: fc.constantFrom(...unsignedConversionModes),
    limit: fc.constantFrom(0, 1, 2),
  }),
  fraudRules: fc
    .array(modes, { minLength: fraudRuleNames.length, maxLength: fraudRuleNames.length })
    .map((chosen) => ruleModes((rule) => chosen[fraudRuleNames.indexOf(rule)] ?? 'off')),
})

function isChoice(command: Command): boolean {
  return command.kind === 'identify' && command.code !== undefined
}

function isBlocking({ kind }: Command): boolean {
  return kind === 'block' || kind === 'unblock'
}

function isSignedCustomer(command: Command): boolean {
  return command.kind === 'bind' && command.verified === true
}

/** Each of these commands or not, in this order. */
function commands(kinds: readonly fc.Arbitrary<Command>[]): fc.Arbitrary<readonly Command[]> {
  return fc.tuple(...kinds.map((it) => fc.option(it))).map((some) => some.filter((it) => it !== null))
}

function signed(command: Command, choice: ReferralCode | null): Command {
  switch (command.kind) {
    case 'identify':
      return verified(choice === null ? command : { ...command, code: choice })
    case 'bind':
    case 'report':
      return verified(command)
    default:
      return command
  }
}
