import { Refusal } from '@goodword/contract/refusal'
import { modeOf, type TenantId } from '@goodword/domain/ids'
import { moveTestClock as moveRow } from '../../store/directory/test-clocks.ts'
import type { Context } from '../context.ts'

/** A time this little behind the clock is taken as now: the caller read it a moment ago. */
const TOLERANCE_MS = 1000

/** What the clock of a test tenant shows, in milliseconds. Throws a Refusal NOT_A_TEST_TENANT on a live one. */
export function readTestClock(ctx: Context, tenantId: TenantId): Promise<number> {
  requireTestTenant(tenantId)
  return ctx.readTenant(tenantId, async (tx) => tx.now)
}

/**
 * Moves the clock of a test tenant ahead, from where it runs on. All reads use this clock, so everything that is due
 * by then has happened. Throws a Refusal CLOCK_GOES_BACK for a time behind it.
 */
export async function moveTestClock(ctx: Context, tenantId: TenantId, wanted: number): Promise<number> {
  requireTestTenant(tenantId)
  return ctx.writeTenant(tenantId, async (tx) => {
    const { now } = tx
    if (wanted < now - TOLERANCE_MS) {
      const message = `The clock shows ${now} and only moves ahead. Send a later time, or create another test program.`
      throw new Refusal('CLOCK_GOES_BACK', message, 'now')
    }
    const next = Math.max(wanted, now)
    // The machine's clock has moved on since it was read for this transaction.
    moveRow(tx, Math.max(0, next - ctx.clock.now()))
    return next
  })
}

/** Throws a Refusal NOT_A_TEST_TENANT on a live tenant. */
export function requireTestTenant(
  tenantId: TenantId,
  what = 'Only test programs have a clock that can be moved.',
): void {
  if (modeOf(tenantId) === 'test') return
  throw new Refusal('NOT_A_TEST_TENANT', `${what} Use the test_ alias.`)
}
