import { attribute } from '../attribution/attribution.ts'
import { confirmedAttribution, yieldsToServer } from '../attribution/page-attribution.ts'
import { type FraudRuleName, fraudRuleNames } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import { convertIfDue, report } from '../payments/conversion.ts'
import { type Account, standingOf } from '../referrals/account.ts'
import type { RecordCommand } from '../referrals/command.ts'
import {
  andThen,
  type DecisionContext,
  isRefused,
  type Transition,
  unchanged,
} from '../referrals/decision-context.ts'
import type { Refused } from '../referrals/outcome.ts'
import { asRecorded, differentSide, withDecisions } from './recorded-sides.ts'

/**
 * Records a referral that happened elsewhere, such as in the product that a merchant moves from, with its dates. It is
 * what the usual rules make of the same code, payment and cancellation at those dates, under the present terms of the
 * program, with three differences: a code counts although it is disabled, its owner is blocked or the program is off, a conversion needs no
 * user, and fraud rules do not decide about the past. Decisions and rewards that the record names count in place of what those
 * rules come to. A referral that is stored already only moves on: what the record lacks is not undone.
 */
export function recordReferral(
  account: Account,
  command: RecordCommand,
  context: DecisionContext,
): Transition | Refused {
  const { referral } = account
  const yields = yieldsToServer(account, context)
  if (referral === null || (yields && referral.code !== command.code)) return begin(account, command, context)
  if (referral.code !== command.code) return alreadyReferred()
  const different = differentSide(referral, command)
  if (different !== null) return different
  const notBefore = (at: number | null) => (at === null ? null : Math.max(at, referral.startedAt))
  const dates = { convertedAt: notBefore(command.convertedAt), endedAt: notBefore(command.endedAt) }
  const named = confirmedAttribution(account, context)
  const step = andThen(named, (it) => moveOn(it, dates, context))
  const isNewlyConverted = referral.convertedAt === null && step.account.referral?.convertedAt !== null
  return keepingStatus(account, isNewlyConverted ? asRecorded(step, command, referral, context.now) : step)
}

function begin(account: Account, command: RecordCommand, context: DecisionContext): Transition | Refused {
  const { code, startedAt } = command
  if (standingOf(account) === 'closed' && !yieldsToServer(account, context)) return existingCustomer()
  // With its decisions the record is of another installation, where the account was blocked after it was referred.
  if (account.block !== null && command.referred?.moderation === undefined) return blocked()
  const owner = context.ownerOf(code)
  if (owner === null) return unknownCode()
  if (owner.referrer.accountKey === account.key) return ownCode()
  const working = { ...owner, isBlocked: false, disabledAt: null, expiresAt: null }
  const createdAt = context.isNewAccount ? Math.min(account.createdAt, startedAt) : account.createdAt
  const started = attribute(
    { ...account, createdAt, block: null },
    { kind: 'attribute', evidence: 'import', code },
    { ...pastContext(context, startedAt), ownerOf: () => working },
  )
  if (isRefused(started)) return started
  const unblocked = dated(started, startedAt)
  const step = { ...unblocked, account: { ...unblocked.account, block: account.block } }
  const decided = withDecisions(step, command)
  const rest = moveOn(decided.account, command, context)
  const outcomes = [...decided.outcomes, ...rest.outcomes]
  return keepingStatus(account, asRecorded({ account: rest.account, outcomes }, command, null, context.now))
}

/** The conversion and the end of a referral, as far as they are still to come. */
function moveOn(
  account: Account,
  { convertedAt, endedAt }: Pick<RecordCommand, 'convertedAt' | 'endedAt'>,
  context: DecisionContext,
): Transition {
  let step = unchanged(account)
  if (convertedAt !== null && standingOf(step.account) === 'in progress') {
    const past = pastContext(context, convertedAt)
    const paid = report(step.account, { kind: 'report', status: 'PAID' }, past)
    const converted = convertIfDue(paid.account, past)
    step = {
      account: converted.account,
      outcomes: [...paid.outcomes, ...dated(converted, convertedAt).outcomes],
    }
  }
  if (endedAt !== null && step.account.referral !== null && step.account.referral.endedAt === null) {
    const past = pastContext(context, endedAt)
    const ended = report(step.account, { kind: 'report', status: 'CANCELLED' }, past)
    step = { account: ended.account, outcomes: [...step.outcomes, ...dated(ended, endedAt).outcomes] }
  }
  return step
}

const rulesOff = Object.fromEntries(fraudRuleNames.map((name) => [name, 'off'])) as Record<
  FraudRuleName,
  FraudRuleMode
>

/** The context of a decision at a moment that is over. What another product reported is trusted like a processor. */
function pastContext(context: DecisionContext, now: number): DecisionContext {
  const program = { ...context.program, active: true, fraudRules: rulesOff }
  return { ...context, now, program, source: 'processor', isPaidAtProcessor: true }
}

function dated({ account, outcomes }: Transition, at: number): Transition {
  return { account, outcomes: outcomes.map((outcome) => ({ ...outcome, at })) }
}

/** A status that was reported for the account is newer than the record. */
function keepingStatus({ subscription: { status } }: Account, step: Transition): Transition {
  const { account, outcomes } = step
  if (status === null || account.subscription.status === status) return step
  return { account: { ...account, subscription: { ...account.subscription, status } }, outcomes }
}

function alreadyReferred(): Refused {
  const message = 'The account was already referred by another code. An account has at most one referral.'
  return { code: 'ALREADY_REFERRED', param: 'referralCode', message }
}

function existingCustomer(): Refused {
  const message =
    'The account has paid, and no referral was known by then. Import referrals before payments are reported.'
  return { code: 'EXISTING_CUSTOMER', param: 'referredAccountId', message }
}

function blocked(): Refused {
  const message = 'The account is blocked, so it cannot be referred. Unblock it first.'
  return { code: 'ACCOUNT_BLOCKED', param: 'referredAccountId', message }
}

function unknownCode(): Refused {
  const message = 'No user has this referral code. Import the users first.'
  return { code: 'REFERRAL_CODE_NOT_FOUND', param: 'referralCode', message }
}

function ownCode(): Refused {
  const message = 'The code belongs to a user of this account. An account cannot refer itself.'
  return { code: 'SELF_REFERRAL', param: 'referralCode', message }
}
