import { lazy, Suspense, useState } from 'react'
import { useClockMove } from '../clock/use-test-clock.ts'
import { DateTime } from '../components/texts/date-time.tsx'
import { count } from '../format/number-text.ts'
import { type Tenant, useRole } from '../session/use-session.ts'

// Loaded when it is first opened.
const MoveClockDialog = lazy(() =>
  import('../clock/move-clock-dialog.tsx').then((it) => ({ default: it.MoveClockDialog })),
)

type TestBarProps = {
  readonly tenant: Tenant
  /** The times of the page are those of the machine, whatever the clock of the program shows. */
  readonly hasMachineTimes: boolean
}

/** Says in every page of a test program that nothing in it is real, and what its clock shows. */
export function TestBar({ tenant, hasMachineTimes }: TestBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { canWrite } = useRole()
  const move = useClockMove(tenant)
  const { now, aheadMs, current, jobsRetrying } = move
  return (
    <>
      <p
        role="note"
        className="flex h-7 items-center justify-center gap-2 overflow-hidden bg-test px-4 text-xs whitespace-nowrap text-on-test"
      >
        <strong className="font-semibold">Test mode</strong>
        <span className="max-lg:hidden">
          {hasMachineTimes && aheadMs !== 0
            ? 'The times on this page are real ones.'
            : 'No real customers, no real money.'}
        </span>
        {current === null ? (
          <span>
            <span className={jobsRetrying > 0 ? 'max-sm:sr-only' : undefined}>
              <span className="max-sm:sr-only">Its clock shows </span>
              <DateTime at={now} />
              {jobsRetrying > 0 && ', '}
            </span>
            {jobsRetrying > 0 && `${count(jobsRetrying, 'job')} failed`}
          </span>
        ) : (
          <span>
            <span className="max-sm:sr-only">Its clock moves: </span>
            <DateTime at={current.reached} isDay /> of <DateTime at={current.to} isDay />
            <span className="max-sm:hidden">, {count(current.jobsLeft, 'job')} left</span>
          </span>
        )}
        {canWrite && (
          <button type="button" onClick={() => setOpen(true)} className="min-h-6 px-1 underline">
            {current === null ? 'Move the clock' : 'Details'}
          </button>
        )}
      </p>
      {canWrite && isOpen && (
        <Suspense>
          <MoveClockDialog isOpen onClose={() => setOpen(false)} move={move} />
        </Suspense>
      )}
    </>
  )
}
