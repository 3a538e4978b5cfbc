import { DateTime } from '../components/date-time.tsx'
import { count } from '../format/count.ts'
import type { ClockMove } from './use-clock-move.ts'

/** How far the clock is on its way: the date that is reached, and the jobs that are left. */
export function MoveProgress({ move: { current } }: { readonly move: ClockMove }) {
  if (current === null) return null
  const { from, to, reached, jobsLeft } = current
  const share = from === null || to <= from ? null : (reached - from) / (to - from)
  return (
    <div className="flex flex-col gap-2">
      <p>
        On the way to <DateTime at={to} />
      </p>
      <progress
        aria-label="The way of the clock"
        value={share ?? undefined}
        max={1}
        className="h-2 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent"
      />
      <p role="status">
        Reached <DateTime at={reached} />, {count(jobsLeft, 'job')} left
      </p>
    </div>
  )
}
