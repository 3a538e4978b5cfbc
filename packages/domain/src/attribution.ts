import { type Account, type Referral, type ReferralSide, type Standing, standingOf } from './account.ts'
import type { AttributeCommand } from './command.ts'
import { screened } from './moderation.ts'
import type { Outcome, Reason, Refused } from './outcome.ts'
import type { ReferralCode } from './referral-code.ts'
import { friendReward } from './reward.ts'
import { andThen, type CodeOwner, type DecisionContext, type Transition, unchanged } from './scene.ts'

/**
 * What a referral code means for an account. In this order: a repeat of the stored code changes nothing; an account
 * that was referred or has paid keeps what it has; a cookie counts only for a user new to the browser; the code must
 * work; it must not be the account's own. A merchant's server is refused when the code does not work, a browser goes
 * on unattributed.
 */
export function attribute(
  account: Account,
  command: AttributeCommand,
  scene: DecisionContext,
): Transition | Refused {
  const { code } = command
  if (isRepeatedCookie(command, scene.before)) return unchanged(account)
  if (code !== null && account.referral?.code === code) return weighed(unchanged(account), command)
  const standing = standingOf(account)
  if (standing !== 'open') return weighed(skip(account, closedReason[standing], code), command)
  if (command.evidence === 'cookie' && wasSeenBefore(command, scene.before)) {
    return weighed(skip(account, 'USER_KNOWN_BEFORE', code), command)
  }

  const owner = code === null ? null : scene.ownerOf(code)
  const fault = faultOf(owner, scene)
  if (fault !== null || code === null || owner === null) {
    return scene.voice === 'server'
      ? notFound(code)
      : weighed(skip(account, fault ?? 'CODE_UNKNOWN', code), command)
  }
  if (owner.referrer.accountKey === account.key) {
    return scene.voice === 'server' ? ownCode(code) : weighed(skip(account, 'SELF_REFERRAL', code), command)
  }
  return weighed(start(account, command, code, owner, scene), command)
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
  scene: Pick<DecisionContext, 'now' | 'program'>,
): Reason | null {
  if (!scene.program.active) return 'PROGRAM_INACTIVE'
  if (owner === null) return 'CODE_UNKNOWN'
  if (owner.disabledAt !== null && owner.disabledAt <= scene.now) return 'CODE_DISABLED'
  if (owner.expiresAt !== null && owner.expiresAt <= scene.now) return 'CODE_EXPIRED'
  return null
}

function start(
  account: Account,
  command: AttributeCommand,
  code: ReferralCode,
  owner: CodeOwner,
  scene: DecisionContext,
): Transition {
  const ids = scene.newIds(account.key)
  const referral: Referral = {
    id: ids.referralId,
    code,
    referrer: owner.referrer,
    startedAt: scene.now,
    convertedAt: null,
    unconfirmedAt: null,
    endedAt: null,
    referred: newSide(ids.referredRewardId),
    referring: newSide(ids.referringRewardId),
    signals: [],
  }
  const started: Outcome = {
    type: 'referral.started',
    reason: command.evidence === 'cookie' ? 'TRACKING_COOKIE' : 'EXPLICIT_CODE',
    account: account.key,
    code,
    referralId: referral.id,
    referrer: owner.referrer.accountKey,
  }
  const step = { account: { ...account, referral }, outcomes: [started] }
  return andThen(
    andThen(step, (it) => screened(it, scene)),
    (it) => giveFriend(it, scene),
  )
}

function newSide(rewardId: ReferralSide['rewardId']): ReferralSide {
  return { moderation: { status: 'APPROVED', by: 'program' }, rewardId, reward: null }
}

function giveFriend(account: Account, scene: DecisionContext): Transition {
  const { referral } = account
  const spec = scene.program.referredReward
  if (referral === null || spec === null || referral.referred.moderation.status !== 'APPROVED')
    return unchanged(account)
  const referred = { ...referral.referred, reward: friendReward(spec, scene.now) }
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

function notFound(code: ReferralCode | null): Refused {
  const message = `${code ?? 'The code'} is not a valid referral code of this program. Check the spelling and that the code is not disabled or expired, or omit it to continue without a referral.`
  return { code: 'REFERRAL_CODE_NOT_FOUND', param: 'referral.code', message }
}

function ownCode(code: ReferralCode): Refused {
  const message = `The code ${code} belongs to a user of this account. An account cannot refer itself; omit the code.`
  return { code: 'SELF_REFERRAL', param: 'referral.code', message }
}

function wasSeenBefore(command: AttributeCommand, before: Account): boolean {
  return before.participants.some((it) => it.id === command.userId && it.browserSeenAt !== null)
}

/** The same page loaded again: the user's cookie is the one that was weighed before. */
export function isRepeatedCookie(command: AttributeCommand, before: Pick<Account, 'participants'>): boolean {
  return (
    command.evidence === 'cookie' &&
    before.participants.some(
      (it) => it.id === command.userId && it.browserSeenAt !== null && it.weighedCookie === command.code,
    )
  )
}

/** Remembers which cookie was weighed for the user. */
function weighed(step: Transition, command: AttributeCommand): Transition {
  if (command.evidence !== 'cookie') return step
  const participants = step.account.participants.map((it) =>
    it.id === command.userId ? { ...it, weighedCookie: command.code } : it,
  )
  return { ...step, account: { ...step.account, participants } }
}
