import { DateTime } from '../../components/texts/date-time.tsx'
import { deciderText, type SideDecision } from './decision-words.ts'

/** `<DecidedBy decision={referral.referrerDecision} />`: who decided about a side, and when. */
export function DecidedBy({ decision }: { readonly decision: SideDecision | null }) {
  if (decision === null) return <span className="text-soft">Not decided yet</span>
  return (
    <>
      <bdi className="break-words">{deciderText(decision)}</bdi>
      {decision.date !== null && (
        <span className="block text-xs text-soft [&_time]:whitespace-normal">
          <DateTime at={decision.date} />
        </span>
      )}
    </>
  )
}
