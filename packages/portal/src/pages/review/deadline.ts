import type { Referral } from '@goodword/client'

type Decisions = Pick<Referral, 'referrerDecision' | 'referredDecision'>

/** Until when one of the waiting sides is to be decided, and whether it is approved by itself then; null without a time. */
export function deadlineOf({
  referrerDecision,
  referredDecision,
}: Decisions): { readonly at: number; readonly isByItself: boolean } | null {
  const ends = [referrerDecision, referredDecision].flatMap((it) =>
    it?.dateReviewEnds == null
      ? []
      : [{ at: it.dateReviewEnds, isByItself: it.dateDecidedByItself !== null }],
  )
  return ends.toSorted((one, other) => one.at - other.at)[0] ?? null
}
