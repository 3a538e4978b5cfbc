import type { ModerationAction, Referral } from '@goodword/client'

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
