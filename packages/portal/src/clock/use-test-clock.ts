import type { TestClock } from '@goodword/contract/program/test-clock'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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
