import { screened } from '../moderation/moderation.ts'
import {
  type Account,
  type Referral,
  type ReferralSide,
  type Standing,
  standingOf,
} from '../referrals/account.ts'
import type { AttributeCommand } from '../referrals/command.ts'
import {
  andThen,
  type CodeOwner,
  type DecisionContext,
  type Transition,
  unchanged,
} from '../referrals/decision-context.ts'
import type { Outcome, Reason, Refused } from '../referrals/outcome.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import { friendReward } from '../rewards/reward.ts'
import type { UserKey } from '../values/ids.ts'
import { type StartReason, startChannel, startReason, withLinkSeen } from './link-evidence.ts'
import {
  confirmedAttribution,
  holdPaidBefore,
  replacedByServer,
  startsAnew,
  yieldsToServer,
} from './page-attribution.ts'

/**
 * Attributes an account to a code's owner, or says why not. In this order: a repeat of the stored code changes nothing, but
 * who named it; an account that was referred or has paid keeps what it has, unless only pages said so and the server names
 * a code; a blocked account is not referred; a cookie counts only for a user new to the browser; the code must work; it
 * must not be the account's own. A merchant's server is refused when the code does not work, a browser goes on
 * unattributed.
 */
export function attribute(
  account: Account,
  command: AttributeCommand,
  context: DecisionContext,
): Transition | Refused {
  const { code } = command
  if (isRepeatedCookie(command, context.before)) return unchanged(account)
  if (code !== null && account.referral?.code === code && !startsAnew(account, context)) {
    const seen = withLinkSeen(account, command, context)
    return remembered(
      andThen(seen, (it) => confirmedAttribution(it, context)),
      command,
    )
  }
  const standing = standingOf(account)
  const yields = yieldsToServer(account, context)
  if (standing !== 'open' && !yields) return remembered(skip(account, closedReason[standing], code), command)
  if (account.block !== null) return remembered(skip(account, 'ACCOUNT_BLOCKED', code), command)
  if (command.evidence === 'cookie' && wasSeenBefore(command, context.before)) {
    return remembered(skip(account, 'USER_KNOWN_BEFORE', code), command)
  }

  const owner = code === null ? null : context.ownerOf(code)
  const fault = faultOf(owner, context)
  // A payment that comes along with a code must not be lost because pages named another one before.
  const isRefused = context.source === 'server' && standing === 'open'
  if (fault !== null || code === null || owner === null) {
    return isRefused
      ? notFound(code, context)
      : remembered(skip(account, fault ?? 'CODE_UNKNOWN', code), command)
  }
  if (owner.referrer.accountKey === account.key) {
    return isRefused ? ownCode(code) : remembered(skip(account, 'SELF_REFERRAL', code), command)
  }
  const named = { code, owner, reason: startReason[command.evidence], command }
  const started = yields ? replaceReferral(account, named, context) : startReferral(account, named, context)
  return remembered(started, command)
}

const closedReason: Readonly<Record<Exclude<Standing, 'open'>, Reason>> = {
  'in progress': 'ALREADY_REFERRED',
  converted: 'ALREADY_REFERRED',
  ended: 'ALREADY_REFERRED',
  closed: 'EXISTING_CUSTOMER',
}

/** Why a code does not work, or null when it does. */
export function faultOf(
  owner: CodeOwner | null,
  context: Pick<DecisionContext, 'now' | 'program'>,
): Reason | null {
  if (!context.program.active) return 'PROGRAM_INACTIVE'
  if (owner === null) return 'CODE_UNKNOWN'
  if (owner.isBlocked) return 'REFERRER_BLOCKED'
  if (owner.disabledAt !== null && owner.disabledAt <= context.now) return 'CODE_DISABLED'
  if (owner.expiresAt !== null && owner.expiresAt <= context.now) return 'CODE_EXPIRED'
  return null
}

export type NewReferral = {
  readonly code: ReferralCode
  readonly owner: CodeOwner
  readonly reason: StartReason
  /** Null for a referral by hand. */
  readonly command: AttributeCommand | null
}

/**
 * The referral by a code of the server, in the place of what only pages said of the account: of a referral, which ends, or
 * of a first payment, which holds both sides of the new one.
 */
export function replaceReferral(account: Account, named: NewReferral, context: DecisionContext): Transition {
  const isHeld = account.isPaidOnPage && context.program.unsignedConversions.mode !== 'trust'
  const freed = replacedByServer(account, context)
  return andThen(freed, (it) => startReferral(it, named, context, isHeld))
}

/** The referral of an account that has none, with the friend's reward; `isHeld` keeps both sides for staff to decide. */
export function startReferral(
  account: Account,
  { code, owner, reason, command }: NewReferral,
  context: DecisionContext,
  isHeld = false,
): Transition {
  const ids = context.newIds(account.key)
  const referral: Referral = {
    id: ids.referralId,
    code,
    referrer: owner.referrer,
    isByHand: reason === 'ATTRIBUTED_BY_HAND',
    channel: startChannel(reason, account, command),
    linkSeenAt: null,
    isFromPage: !context.isTrusted,
    unconfirmedUser: context.isTrusted ? null : unconfirmedUser(account, context),
    startedAt: context.now,
    convertedAt: null,
    unconfirmedAt: null,
    endedAt: null,
    referred: newSide(ids.referredRewardId),
    referring: newSide(ids.referringRewardId),
    signals: [],
    facts: {},
    appealedAt: null,
    remindedAt: null,
    latestReview: null,
  }
  const started: Outcome = {
    type: 'referral.started',
    reason,
    account: account.key,
    code,
    referralId: referral.id,
    referrer: owner.referrer.accountKey,
  }
  const step = { account: { ...account, referral }, outcomes: [started] }
  const looked = andThen(step, (it) => screened(it, context))
  const held = isHeld ? andThen(looked, (it) => holdPaidBefore(it, context)) : looked
  return andThen(held, (it) => giveFriend(it, context))
}

/** The user that an unsigned call names beside the code. */
function unconfirmedUser({ users }: Account, { stated }: DecisionContext): UserKey | null {
  const user = users.find((it) => stated.all.userIds.includes(it.id))
  return user === undefined || user.isConfirmed ? null : user.key
}

function newSide(rewardId: ReferralSide['rewardId']): ReferralSide {
  return { moderation: { status: 'APPROVED', by: 'program' }, rewardId, reward: null }
}

function giveFriend(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  const spec = context.program.referredReward
  if (referral === null || spec === null || referral.referred.moderation.status !== 'APPROVED')
    return unchanged(account)
  const referred = { ...referral.referred, reward: friendReward(spec, context.now) }
  const created: Outcome = {
    type: 'reward.created',
    reason: 'ATTRIBUTED',
    account: account.key,
    referralId: referral.id,
    rewardId: referred.rewardId,
  }
  return { account: { ...account, referral: { ...referral, referred } }, outcomes: [created] }
}

function skip(account: Account, reason: Reason, code: ReferralCode | null): Transition {
  const outcome: Outcome = { type: 'attribution.skipped', reason, account: account.key }
  return { account, outcomes: [code === null ? outcome : { ...outcome, code }] }
}

/** A text that no code of the program is written like is no code that does not work: the request is wrong. */
function notFound(code: ReferralCode | null, { hasFormerCodes }: DecisionContext): Refused {
  if (code === null && !hasFormerCodes) {
    return { code: 'VALIDATION_FAILED', param: 'referral.code', message: NO_CODE }
  }
  const message = `${code ?? 'The code'} is not a valid referral code of this program. Check the spelling and that the code is not disabled or expired, or omit it to continue without a referral.`
  return { code: 'REFERRAL_CODE_NOT_FOUND', param: 'referral.code', message }
}

const NO_CODE =
  'The text is no referral code: those have 2 to 64 letters (A-Z), digits, "_" or "-". Check the spelling, or omit it to continue without a referral.'

function ownCode(code: ReferralCode): Refused {
  const message = `The code ${code} belongs to a user of this account. An account cannot refer itself; omit the code.`
  return { code: 'SELF_REFERRAL', param: 'referral.code', message }
}

function wasSeenBefore(command: AttributeCommand, before: Account): boolean {
  return before.users.some((it) => it.id === command.userId && it.browserSeenAt !== null)
}

/** Whether a page was loaded again: the user's cookie was evaluated before. */
export function isRepeatedCookie(command: AttributeCommand, before: Pick<Account, 'users'>): boolean {
  return (
    command.evidence === 'cookie' &&
    before.users.some(
      (it) => it.id === command.userId && it.browserSeenAt !== null && it.cookieCode === command.code,
    )
  )
}

/** Records which cookie was evaluated for the user. */
function remembered(step: Transition, command: AttributeCommand): Transition {
  if (command.evidence !== 'cookie') return step
  const users = step.account.users.map((it) =>
    it.id === command.userId ? { ...it, cookieCode: command.code } : it,
  )
  return { ...step, account: { ...step.account, users } }
}
