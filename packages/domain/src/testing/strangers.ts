import fc from 'fast-check'
import type { Program } from '../program/program.ts'
import type { Account, ReferralSide } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import { browserCalls, friends, programs } from './arbitrary-calls.ts'
import { byHand, cancelled, code, customer, paid, processor, serverOf, trial, user } from './calls.ts'

const others = (account: string) => ['ADA', 'EVE', 'BOB', 'CYD'].filter((it) => it !== account.toUpperCase())

/** A call of the merchant's server about a friend, with codes that work. */
const serverCall: fc.Arbitrary<Call> = fc.constantFrom(...friends).chain((account) =>
  fc.oneof(
    fc
      .constantFrom('u1', 'u2')
      .map((id) => serverOf(account, { ...user(id), newcomer: user(`${id}_of_${account}`).newcomer })),
    fc
      .tuple(
        fc.option(fc.constantFrom(...others(account)).map(code)),
        fc.option(fc.constantFrom(paid, paid, trial, cancelled)),
      )
      .map(([named, status]) => serverOf(account, ...[named, status].filter((it) => it !== null))),
    fc.constantFrom(...others(account)).map((it) => serverOf(account, byHand(it))),
    fc.constantFrom(paid, cancelled).map((it) => ({
      ...processor(customer(`customer of ${account}`), it),
      accountId: serverOf(account).accountId,
    })),
  ),
)

/** The calls of a merchant, and the unsigned ones of strangers, which come before each of them and at the end. */
export const histories: fc.Arbitrary<readonly { readonly call: Call; readonly isStranger: boolean }[]> =
  fc.array(
    fc.oneof(
      serverCall.map((call) => ({ call, isStranger: false })),
      browserCalls.map((call) => ({ call, isStranger: true })),
    ),
    { maxLength: 16 },
  )

/** Programs that give pages less than the server's word, and do not limit rewards. */
export const guardedPrograms: fc.Arbitrary<Partial<Program>> = fc
  .tuple(programs, fc.constantFrom('limit', 'limit', 'hold', 'ignore'), fc.constantFrom(0, 1, 3))
  .map(([program, mode, limit]) => ({
    ...program,
    maxReferrerRewards: null,
    unsignedConversions: { mode, limit },
  }))

/** The losses of an account through strangers, without those that staff see waiting with their reason. */
export function lossesOf(without: Account, withStrangers: Account): readonly string[] {
  const [before, after] = [without.referral, withStrangers.referral]
  if (before === null) return []
  if (after === null) return ['the referral is missing']
  if (after.code !== before.code) return ['another code has the referral']
  if (before.convertedAt !== null && after.convertedAt === null) return ['the referral did not convert']
  if (before.endedAt === null && after.endedAt !== null) return ['the referral ended']
  const reasons = after.signals.filter((it) => !it.shadow)
  return (['referred', 'referring'] as const).flatMap((which) => {
    const waits = after[which].moderation.status === 'PENDING' && reasons.length > 0
    return isWorse(before[which], after[which]) && !waits ? [`the ${which} side lost its reward`] : []
  })
}

function isWorse(before: ReferralSide, after: ReferralSide): boolean {
  const isLess = before.moderation.status === 'APPROVED' && after.moderation.status !== 'APPROVED'
  const hasLost = counts(before) && !counts(after)
  return isLess || hasLost
}

function counts({ reward }: ReferralSide): boolean {
  return reward !== null && reward.cancelledAt === null
}
