import type { Referral, ReferralReview } from '@goodword/client'
import { State } from '../../components/state.tsx'
import { ownerName } from './reward-owner.ts'
import { stakeText } from './stake-words.ts'

type AtStakeProps = { readonly referral: Referral; readonly review: ReferralReview }

/** What each side has or would get, and what that is worth. */
export function AtStake({ referral, review }: AtStakeProps) {
  return (
    <ul aria-label="At stake" className="flex flex-col gap-2">
      {review.sides.map((it) => (
        <li key={it.side} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">
            <strong className="font-medium">{ownerName(referral, it.side)}</strong> {stakeText(it)}
          </span>
          <State kind="moderation" value={it.status} />
        </li>
      ))}
    </ul>
  )
}
