import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { countNextPage, FIRST_PAGE, nextPageSize } from './count-simulation.ts'
import { findSimulation, updateSimulation } from './rows/fraud-simulations.ts'

/** A simulation whose next page fails so often is given up. */
const MAX_ATTEMPTS = 5

type Run = { readonly attempt: number; readonly signal: AbortSignal }

/** Counts the rest of a simulation, one page per transaction, so that a run that was ended goes on where it was. */
export async function runSimulation(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  { attempt, signal }: Run,
): Promise<void> {
  let isRunning = true
  for (let size = FIRST_PAGE; isRunning; ) {
    signal.throwIfAborted()
    const begunAt = performance.now()
    isRunning = await ctx.writeTenant(tenantId, async (tx) => {
      const row = await findSimulation(tx, id)
      // It has expired, or test data were erased.
      if (row?.state !== 'RUNNING') return false
      const next =
        attempt > MAX_ATTEMPTS ? ({ ...row, state: 'FAILED' } as const) : await countNextPage(tx, row, size)
      updateSimulation(tx, next)
      return next.state === 'RUNNING'
    })
    size = nextPageSize(size, performance.now() - begunAt)
  }
}
