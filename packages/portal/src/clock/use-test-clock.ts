import type { TestClock } from '@goodword/contract/program/test-clock'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMutationOf } from '../api/use-mutation-of.ts'
import { operationQuery } from '../api/use-operation.ts'
import type { Tenant } from '../session/use-session.ts'

/** While the clock is moved, while jobs that failed are tried again, and otherwise: others may move it. */
const MOVING_MS = 1000
const RETRYING_MS = 5000
const STANDING_MS = 60_000
/** Clocks of two machines differ by less. */
const TOLERANCE_MS = 5000

/** The clock of a test program, read again while it is moved; of a live one nothing is read. */
export function useTestClock({ alias, mode }: Tenant, isAsked = false) {
  const clock = useQuery({
    ...operationQuery(alias, 'readTestClock', undefined),
    enabled: mode === 'test',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isAsked ? MOVING_MS : intervalOf(state.data)),
  })
  useReadAgainAfterMoves(alias, clock.data?.movingTo ?? null)
  const aheadMs = clock.data === undefined ? 0 : clock.data.now - clock.dataUpdatedAt
  return {
    isKnown: mode === 'live' || !clock.isPending,
    shown: clock.data,
    // Whole seconds, so that not every read is another time.
    aheadMs: Math.abs(aheadMs) < TOLERANCE_MS ? 0 : Math.round(aheadMs / 1000) * 1000,
  }
}

function intervalOf(clock: TestClock | undefined): number {
  if (clock === undefined || clock.movingTo === null) return STANDING_MS
  return clock.jobsLeft === 0 && clock.jobsRetrying > 0 ? RETRYING_MS : MOVING_MS
}

/** Reads the data of the pages again when a move of the test clock has ended. */
function useReadAgainAfterMoves(alias: string, movingTo: number | null): void {
  const queries = useQueryClient()
  const before = useRef(movingTo)
  useEffect(() => {
    const hasEnded = before.current !== null && movingTo === null
    before.current = movingTo
    if (hasEnded) void queries.invalidateQueries({ queryKey: [alias] })
  }, [queries, alias, movingTo])
}

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
