import { useOperation } from '../../api/use-operation.ts'
import { DateTime } from '../../components/date-time.tsx'
import { count } from '../../format/count.ts'
import { durationText } from '../../format/duration-text.ts'
import { moneyText } from '../../format/money-text.ts'

/** How much waits in total, what is at stake, and how fast the team decides. */
export function QueueSummary() {
  const { data } = useOperation('readReviewSummary', {})
  if (data === undefined || (data.referrals === 0 && data.decisions === 0)) return null
  const { referrals, referrerSides, friendSides, amountAtStake, withoutAmount, complete } = data
  const { overdue, dateOldestHeld, decisions, medianTimeToDecideMs } = data
  const more = complete ? '' : ' or more'
  return (
    <dl aria-label="In total" className="flex flex-wrap gap-x-8 gap-y-2">
      {referrals > 0 && (
        <Figure
          label="At stake"
          note={withoutAmount === 0 ? null : `${withoutAmount.toLocaleString()} without an amount`}
        >
          about {moneyText(amountAtStake.amount, amountAtStake.currency)}
          {more}
        </Figure>
      )}
      {referrals > 0 && (
        <Figure label="Waiting" note={`${count(referrerSides + friendSides, 'reward')}`}>
          {count(referrals, 'referral')}
          {more}
        </Figure>
      )}
      {dateOldestHeld !== null && (
        <Figure
          label="Longest since"
          note={overdue === 0 ? null : `${overdue.toLocaleString()} overdue`}
          isWarning={overdue > 0}
        >
          <DateTime at={dateOldestHeld} isDay />
        </Figure>
      )}
      {medianTimeToDecideMs !== null && (
        <Figure label="Half decided within" note={`${count(decisions, 'decision')} in 30 days`}>
          {durationText(medianTimeToDecideMs)}
        </Figure>
      )}
    </dl>
  )
}

type FigureProps = {
  readonly label: string
  readonly note: string | null
  readonly isWarning?: boolean
  readonly children: React.ReactNode
}

function Figure({ label, note, isWarning = false, children }: FigureProps) {
  return (
    <div>
      <dt className="text-xs text-soft">{label}</dt>
      <dd className="font-semibold">
        {children}
        {note !== null && (
          <span className={`block text-xs font-normal ${isWarning ? 'text-warning' : 'text-soft'}`}>
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}
