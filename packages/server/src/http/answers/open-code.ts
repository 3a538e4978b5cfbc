import type { OpenCode } from '@goodword/contract/code'
import type { FullSettings } from '../../operations/foundation/program/program-of.ts'
import type { ActiveCode } from '../../operations/referring/codes/look-up-codes.ts'
import { couponAnswer } from './coupon.ts'

/** The public data of a code; with the referrer's name, unless the program hides it. */
export function openCodeAnswer(it: ActiveCode, settings: FullSettings): OpenCode {
  const { code, discountPercentage, reward, referrerName } = couponAnswer(it, settings)
  return { code, discountPercentage, reward, referrerName: settings.showReferrerName ? referrerName : null }
}
