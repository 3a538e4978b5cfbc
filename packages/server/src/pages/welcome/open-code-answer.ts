import type { OpenCode } from '@goodword/contract/codes/code'
import { friendPercentage } from '../../billing/discounts/offer-discount.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import type { ActiveCode } from '../../referring/codes/look-up-codes.ts'
import { offerTexts } from './offer-texts.ts'

export type OfferedCode = Pick<ActiveCode, 'code' | 'expiresAt' | 'referrerName' | 'referrerFirstName'>

/** The public data of a code; with the referrer's name, unless the program hides it. */
export function openCodeAnswer(it: OfferedCode, settings: FullSettings, locale: string): OpenCode {
  const { code, expiresAt: appliesUntil } = it
  const [referrerName, firstName] = settings.showReferrerName
    ? [it.referrerName, it.referrerFirstName]
    : [null, null]
  return {
    code,
    discountPercentage: friendPercentage(settings),
    reward: settings.referredReward,
    referrerName,
    appliesUntil,
    texts: offerTexts({ code, firstName, appliesUntil }, settings, locale),
  }
}
