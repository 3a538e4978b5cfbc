import type { Reward } from '@goodword/client'
import { useOperation } from '../../api/use-operation.ts'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'
import { percentText } from '../../format/percent-text.ts'
import { amountText, rewardText, sourceText } from '../../format/reward-text.ts'

const MOST = 100

/** `<RewardsOfAccount accountId={…} />`: what an account has earned, and what is left of it. */
export function RewardsOfAccount({ accountId }: { readonly accountId: string }) {
  const rewards = useOperation('listRewards', { query: { accountId, limit: MOST } })
  const balance = useOperation('readAccountReward', { params: { accountId } })
  if (rewards.isError) return <ErrorState error={rewards.error} onRetry={rewards.refetch} />
  if (balance.isError) return <ErrorState error={balance.error} onRetry={balance.refetch} />
  if (rewards.data === undefined || balance.data === undefined) {
    return <TextSkeleton label="Rewards" lines={4} />
  }
  const { discountPercentage, uncappedPercentage, credits } = balance.data
  const timeUnits = rewards.data.rewards.flatMap((it) => (it.type === 'TIME_CREDIT' ? [it.unit] : []))
  const balances = credits.map(({ unit, available }) =>
    amountText(timeUnits.includes(unit) ? 'TIME_CREDIT' : 'CREDIT', available, unit),
  )
  return (
    <div className="flex flex-col gap-4">
      <p>
        <strong>{percentText(discountPercentage)}</strong> off the next bill
        {uncappedPercentage > discountPercentage && `, of ${percentText(uncappedPercentage)} earned in all`}
        {balances.length > 0 && `; available: ${balances.join(', ')}`}.
      </p>
      {rewards.data.rewards.length === 0 ? (
        <p className="text-soft">This account has no rewards yet.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {rewards.data.rewards.map((it) => (
            <RewardLine key={it.id} reward={it} />
          ))}
        </ul>
      )}
      {rewards.data.nextCursor !== null && <p className="text-soft">The newest {MOST} rewards are shown.</p>}
    </div>
  )
}

function RewardLine({ reward }: { readonly reward: Reward }) {
  const { statuses, dateCreated, dateExpires } = reward
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="font-medium break-words">{rewardText(reward)}</p>
        <p className="text-soft">
          {sourceText(reward)}, <DateTime at={dateCreated} isDay />
          {dateExpires !== null && (
            <>
              , until <DateTime at={dateExpires} isDay />
            </>
          )}
        </p>
      </div>
      <span className="flex gap-1">
        {statuses.map((it) => (
          <State key={it} kind="reward" value={it} />
        ))}
      </span>
    </li>
  )
}
