import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import { reviewEndsAt, waitsSince } from '@goodword/domain/moderation/review-period'
import { isCredit, isRateType, type RewardSpec } from '@goodword/domain/rewards/reward'
import type { ReferralId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { publicNameOf } from '../../frame/program/program-of.ts'
import { appealToken } from '../../referring/referrals/appeal.ts'
import { friendNameOf } from '../../referring/referrals/friend-name.ts'
import { waitingOf } from '../../referring/referrals/review-times-of.ts'
import { shareLinks } from '../../referring/share-links/share-links.ts'
import { namesOf } from '../../referring/users/names-of.ts'
import { type RewardRow, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import type { MailSubject } from './mail-subject.ts'
import type { MailParts } from './rendering/mail-texts.ts'

type Links = {
  readonly unsubscribeLink: string
  /** False for a copy that staff read: what its link takes is the word of the referrer alone. */
  readonly canAppeal: boolean
}

/** The parts of an e-mail for its recipient, by the present state. */
export function mailParts(
  ctx: Context,
  tenantId: TenantId,
  { kind, settings, recipient, friend, referral, reward }: MailSubject,
  emails: EmailSettings,
  { unsubscribeLink, canAppeal }: Links,
): MailParts {
  return {
    kind,
    ...programParts(settings, emails),
    locale: recipient?.locale ?? null,
    firstName: namesOf(recipient).first,
    friendName: referral === null ? null : friendNameOf(referral, friend),
    senderName: null,
    reward:
      reward === null
        ? settings.referrerReward
        : kind === 'DISCOUNT_ENDING'
          ? rateOf(reward)
          : unspent(reward),
    expiresAt:
      kind === 'REFERRAL_CHECKED' && referral !== null
        ? reviewEndsAt(waitsSince(waitingOf(referral), moderationIn(referral, 'referrer')), settings)
        : reward === null || (kind === 'REWARD_EARNED' && isPercentage(reward))
          ? null
          : reward.expires_at,
    turnAt: kind === 'REWARD_EARNED' && reward !== null ? beginOf(reward) : null,
    shareLink: recipient === null ? ctx.baseUrl : shareLinks(ctx, tenantId, recipient.code).direct,
    ...(kind === 'REFERRAL_CHECKED' && referral !== null
      ? { appealLink: appealLink(ctx, tenantId, canAppeal ? referral.id : null) }
      : {}),
    unsubscribeLink,
  }
}

function appealLink(ctx: Context, tenantId: TenantId, id: ReferralId | null): string {
  const link = `${ctx.baseUrl}/appeal/${tenantId}`
  return id === null ? link : `${link}/${appealToken(ctx, tenantId, id)}`
}

/** The parts of an e-mail that do not depend on the recipient. */
export function programParts(
  settings: FullSettings,
  emails: EmailSettings,
): Pick<MailParts, 'emails' | 'texts' | 'programName' | 'accentColor' | 'logo'> {
  const { texts, theme } = settings
  const { accentColor = null, logo = null } = theme
  return { emails, texts, programName: publicNameOf(settings), accentColor, logo }
}

function isPercentage({ type }: RewardRow): boolean {
  return isRateType(type)
}

/** When a percentage begins that waits for others. */
function beginOf({ queue_position: position, turn_at: begin }: RewardRow): number | null {
  return position === null || position === 0 ? null : begin
}

/** A percentage without its months, which are over. */
function rateOf(row: RewardRow): RewardSpec {
  const { spec } = rewardOf(row)
  return spec.type === 'PCT_DISCOUNT' ? { type: spec.type, discountPercent: spec.discountPercent } : spec
}

/** The unspent part of a reward. */
function unspent(row: RewardRow): RewardSpec {
  const { spec, redeemed } = rewardOf(row)
  return isCredit(spec) ? { ...spec, credit: spec.credit - redeemed } : spec
}
