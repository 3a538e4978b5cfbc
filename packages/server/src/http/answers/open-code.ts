import type { OpenCode } from '@goodword/contract/code'
import type { ActiveCode } from '../../operations/codes/look-up-codes.ts'
import type { FullSettings } from '../../operations/programs/program-of.ts'
import { couponAnswer } from './coupon.ts'

/** What a landing page may say of a code; who shares it, unless the program hides that. */
export function openCodeAnswer(it: ActiveCode, settings: FullSettings): OpenCode {
  const { code, discountPercentage, reward, referrerName } = couponAnswer(it, settings)
  return { code, discountPercentage, reward, referrerName: settings.showReferrerName ? referrerName : null }
}
