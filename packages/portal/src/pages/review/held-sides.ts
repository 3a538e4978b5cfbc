import type { ModerationAction, Referral } from '@goodword/client'
import { count } from '../../format/count.ts'

/** At most so many actions are taken at once. */
const MOST_ACTIONS = 100

export type Decision = 'APPROVE' | 'DENY' | 'PEND'

type Side = { readonly referralId: string; readonly side: 'REFERRER' | 'REFERRED' }

/** The sides that wait for a decision. */
export function heldSides(referrals: readonly Referral[]): readonly Side[] {
  return referrals.flatMap(({ id: referralId, referrerModerationStatus, referredModerationStatus }) => [
    ...(referrerModerationStatus === 'PENDING' ? [{ referralId, side: 'REFERRER' as const }] : []),
    ...(referredModerationStatus === 'PENDING' ? [{ referralId, side: 'REFERRED' as const }] : []),
  ])
}

const decided = { APPROVE: 'approved', DENY: 'denied', PEND: 'held again' } as const satisfies Record<
  Decision,
  string
>

/** "The referrer’s side is denied.", "Both sides of the referral are approved.": what was decided about these sides. */
export function decidedText(sides: readonly Side[], decision: Decision): string {
  const referrals = new Set(sides.map((it) => it.referralId)).size
  if (referrals > 1) return `The held sides of ${count(referrals, 'referral')} are ${decided[decision]}.`
  if (sides.length > 1) return `Both sides of the referral are ${decided[decision]}.`
  const side = sides[0]?.side === 'REFERRED' ? 'friend' : 'referrer'
  return `The ${side}’s side of the referral is ${decided[decision]}.`
}

/** The same decision about each side, in requests that the API takes. */
export function actionsOf(
  sides: readonly Side[],
  decision: Decision,
): readonly (readonly ModerationAction[])[] {
  const actions = sides.map(({ referralId, side }) => ({
    referralId,
    action: `${decision}_${side}` as const,
  }))
  const requests: (readonly ModerationAction[])[] = []
  for (let first = 0; first < actions.length; first += MOST_ACTIONS) {
    requests.push(actions.slice(first, first + MOST_ACTIONS))
  }
  return requests
}
