import type { EmailSettings, EmailSettingsUpdate } from '@goodword/contract/mails/email-settings'
import type { MailContent } from '@goodword/contract/mails/mail'
import { reviewEndsAt } from '@goodword/domain/moderation/review-period'
import { isEndNotice, type MailKind } from '@goodword/domain/outbound/mail'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import type { TenantId } from '@goodword/domain/values/ids'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { Context } from '../../frame/context.ts'
import { wholeEmailSettings } from '../../frame/program/email-settings.ts'
import { readProgram } from '../../frame/program/read-program.ts'
import { shareLinks } from '../../referring/share-links/share-links.ts'
import { programParts } from './mail-parts.ts'
import { renderMail } from './rendering/render-mail.ts'

export type PreviewRequest = {
  readonly kind: MailKind
  readonly language?: string
  readonly emails?: EmailSettingsUpdate | null
}

const DAY_MS = 24 * 3_600_000
const sampleCode = 'SAMPLE' as ReferralCode
const sampleCredit: RewardSpec = { type: 'CREDIT', unit: 'EUR', credit: 500 }
/** The default texts of a program that has no settings of its own. */
const noSettings: EmailSettings = wholeEmailSettings({ fromAddress: 'sender@example.com' })

/** Renders an e-mail with made-up names, and with the rewards and the texts of the program or those that are given. */
export async function previewMail(
  ctx: Context,
  tenantId: TenantId,
  { kind, language, emails: given }: PreviewRequest,
): Promise<MailContent> {
  const settings = await readProgram(ctx, tenantId)
  const emails = given == null ? (settings.emails ?? noSettings) : wholeEmailSettings(given)
  const { referrerReward, referredReward } = settings
  // A percentage is never about to expire unspent.
  const expires = referrerReward?.type === 'PCT_DISCOUNT' ? sampleCredit : (referrerReward ?? sampleCredit)
  const discount = referrerReward?.type === 'PCT_DISCOUNT' ? referrerReward.discountPercent : 10
  const { now } = await ctx.readTenant(tenantId, async (tx) => ({ now: tx.now }))
  return renderMail({
    kind,
    locale: null,
    ...programParts(settings, { ...emails, language: language ?? emails.language }),
    firstName: kind === 'INVITATION' ? null : ('Sam' as PresentableName),
    friendName: 'Alex M.' as PresentableName,
    senderName: 'Alex' as PresentableName,
    reward: sampleReward(),
    expiresAt: isEndNotice(kind)
      ? now + emails.expiryNoticeDays * DAY_MS
      : kind === 'REFERRAL_CHECKED'
        ? reviewEndsAt(now, settings)
        : null,
    shareLink: shareLinks(ctx, tenantId, sampleCode).direct,
    ...(kind === 'REFERRAL_CHECKED' ? { appealLink: `${ctx.baseUrl}/appeal/${tenantId}/sample` } : {}),
    unsubscribeLink: `${ctx.baseUrl}/unsubscribe/${tenantId}/sample`,
  })

  function sampleReward(): RewardSpec | null {
    if (kind === 'REWARD_EXPIRING') return expires
    if (kind === 'INVITATION') return referredReward
    if (kind === 'DISCOUNT_ENDING') return { type: 'PCT_DISCOUNT', discountPercent: discount }
    return referrerReward ?? (kind === 'REWARD_EARNED' ? sampleCredit : null)
  }
}
