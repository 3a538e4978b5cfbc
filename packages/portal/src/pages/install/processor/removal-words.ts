import { count } from '../../../format/number-text.ts'

/** The discounts that are left at the processor, in a sentence. */
export function leftText(discountsLeft: number): string {
  if (discountsLeft === 0) return 'No subscription at the processor has a referral discount.'
  const verb = discountsLeft === 1 ? 'has' : 'have'
  return `${count(discountsLeft, 'subscription')} at the processor still ${verb} a referral discount.`
}
