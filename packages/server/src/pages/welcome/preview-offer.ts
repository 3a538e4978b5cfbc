import type { AnswerOf } from '@goodword/contract/frame/endpoint'
import type { previewOffer } from '@goodword/contract/program/endpoints'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { linkCard } from '../share-links/link-preview.ts'
import { type OfferedCode, openCodeAnswer } from './open-code-answer.ts'
import { welcomeAnswer } from './welcome-answer.ts'

/** The referrer of previews, who is the one of the widget's preview. */
export const sampleOffer: OfferedCode = {
  code: 'ADAT4K9QX' as ReferralCode,
  referrerName: 'Ada L.' as PresentableName,
  referrerFirstName: 'Ada' as PresentableName,
  expiresAt: null,
}

/** What friends see of an offer with these settings, saved or not. */
export function offerPreview(
  settings: FullSettings,
  locale: string,
): Omit<AnswerOf<typeof previewOffer>, 'hostedPage'> {
  const referrerName = settings.showReferrerName ? sampleOffer.referrerName : null
  const { image, otherLocales: _, ...card } = linkCard({ settings, referrerName }, locale)
  const offer = settings.active ? openCodeAnswer(sampleOffer, settings, locale) : null
  return {
    welcome: welcomeAnswer(offer, settings.active ? null : 'inactive', settings, locale),
    linkCard: {
      ...card,
      imageUrl: image?.url ?? null,
      imageAlt: image?.alt ?? null,
      isLarge: image?.isLarge ?? false,
    },
  }
}
