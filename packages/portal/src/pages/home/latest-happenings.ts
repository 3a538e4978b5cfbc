import type { Referral } from '@goodword/client'

export type Happening = {
  readonly kind: 'STARTED' | 'CONVERTED'
  readonly referral: Referral
  readonly date: number
}

/** The start and the conversion of each referral, newest first. A referral may be in the list twice. */
export function latestOf(referrals: readonly Referral[], limit: number): readonly Happening[] {
  const byId = new Map(referrals.map((it) => [it.id, it]))
  return [...byId.values()]
    .flatMap((referral): readonly Happening[] => {
      const { dateReferralStarted, dateConverted } = referral
      const started = { kind: 'STARTED', referral, date: dateReferralStarted } as const
      if (dateConverted === null) return [started]
      return [{ kind: 'CONVERTED', referral, date: dateConverted }, started]
    })
    .sort((one, other) => other.date - one.date)
    .slice(0, limit)
}
