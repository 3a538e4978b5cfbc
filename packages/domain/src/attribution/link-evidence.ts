import type { Account } from '../referrals/account.ts'
import type { Channel } from '../referrals/channel.ts'
import type { AttributeCommand } from '../referrals/command.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome, Reason } from '../referrals/outcome.ts'

/** The reasons for which a referral starts. */
export const startReason = {
  explicit: 'EXPLICIT_CODE',
  coupon: 'COUPON_FIELD',
  cookie: 'TRACKING_COOKIE',
  import: 'IMPORTED',
} as const satisfies Record<AttributeCommand['evidence'], Reason>

export type StartReason = (typeof startReason)[keyof typeof startReason] | 'ATTRIBUTED_BY_HAND'

const channelOfReason: Readonly<Record<StartReason, Channel>> = {
  EXPLICIT_CODE: 'CODE',
  COUPON_FIELD: 'COUPON',
  TRACKING_COOKIE: 'LINK',
  IMPORTED: 'IMPORTED',
  ATTRIBUTED_BY_HAND: 'MANUAL',
}

/**
 * The channel of a new referral. A code that the tracking cookie of a user of the account names, in this call or in one
 * before, came by the share link, whichever form or server it went through.
 */
export function startChannel(
  reason: StartReason,
  { users }: Pick<Account, 'users'>,
  command: AttributeCommand | null,
): Channel {
  const channel = channelOfReason[reason]
  if (!canBeLink(channel) || command === null || command.code === null) return channel
  const isInCookie = command.cookie === command.code || users.some((it) => it.cookieCode === command.code)
  return isInCookie ? 'LINK' : channel
}

/**
 * Notices that the friend of a referral came by the share link: the first browser call of the account brings the tracking
 * cookie of the same code. A later one shows nothing: the user may have followed the link after signing up.
 */
export function withLinkSeen(
  account: Account,
  command: AttributeCommand,
  context: DecisionContext,
): Transition {
  const { referral } = account
  const cookie = command.evidence === 'cookie' ? command.code : (command.cookie ?? null)
  if (referral === null || cookie !== referral.code) return unchanged(account)
  if (!canBeLink(referral.channel) || referral.linkSeenAt !== null) return unchanged(account)
  if (context.before.users.some((it) => it.browserSeenAt !== null)) return unchanged(account)
  const outcome: Outcome = {
    type: 'referral.link.seen',
    reason: 'SHARE_LINK_SEEN',
    account: account.key,
    code: referral.code,
    referralId: referral.id,
    referrer: referral.referrer.accountKey,
  }
  return {
    account: { ...account, referral: { ...referral, linkSeenAt: context.now } },
    outcomes: [outcome],
  }
}

/** Only a code can have come by a link. A channel given by a person or a file stays. */
function canBeLink(channel: Channel): boolean {
  return channel === 'CODE' || channel === 'COUPON'
}
