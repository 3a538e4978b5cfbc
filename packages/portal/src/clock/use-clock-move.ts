import { useState } from 'react'
import { useMutationOf } from '../api/use-mutation-of.ts'
import type { Tenant } from '../session/use-session.ts'
import { useTestClock } from './use-test-clock.ts'

/** A move of the clock: `from` is known where it was begun in this page. */
type CurrentMove = {
  readonly from: number | null
  readonly to: number
  readonly reached: number
  readonly jobsLeft: number
}

export type ClockMove = ReturnType<typeof useClockMove>

/** The clock of the test program, the move that is under way, begun here or elsewhere, and the jobs of one that failed. */
export function useClockMove(tenant: Tenant) {
  const mutation = useMutationOf('moveTestClock')
  const [begun, setBegun] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const { shown, aheadMs } = useTestClock(tenant, mutation.isPending)
  const now = Date.now() + aheadMs
  const start = (to: number) => {
    setBegun({ from: shown?.now ?? now, to })
    mutation.mutate({ body: { now: to } })
  }
  const jobsRetrying = shown?.jobsRetrying ?? 0
  return { now, aheadMs, mutation, start, current: currentMoveOf(), jobsRetrying }

  function currentMoveOf(): CurrentMove | null {
    const { movingTo = null, reached = 0, jobsLeft = 0 } = shown ?? {}
    // The reading may be of the move before, whose jobs failed.
    if (mutation.isPending && begun !== null && begun.to !== movingTo)
      return { ...begun, reached: begun.from, jobsLeft: 0 }
    // Jobs that failed may do so for hours: the clock has arrived, and can be moved on.
    if (movingTo === null || (jobsLeft === 0 && jobsRetrying > 0 && !mutation.isPending)) return null
    return { from: begun?.to === movingTo ? begun.from : null, to: movingTo, reached, jobsLeft }
  }
}
