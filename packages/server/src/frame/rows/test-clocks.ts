import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

const ahead = statement(
  'test_clock.load',
  `
select x.ahead_ms
from test_clock x
where x.tenant_id = $1`,
)

/** Returns the milliseconds by which the clock of a test tenant is ahead of the machine's: 0 until it is moved. */
export async function loadTestClock(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ ahead_ms: number }>(ahead, [])
  return row?.ahead_ms ?? 0
}

const move = statement(
  'test_clock.move',
  `
insert into test_clock (tenant_id, ahead_ms, moving_from, moving_to)
values ($1, $2, $3, $4)
on conflict (tenant_id) do update
set ahead_ms = greatest(test_clock.ahead_ms, excluded.ahead_ms),
  moving_from = coalesce(test_clock.moving_from, excluded.moving_from),
  moving_to = greatest(test_clock.moving_to, excluded.moving_to)`,
)

/** The beginning and the end of a move, in milliseconds of the tenant's clock. */
export type ClockMove = { readonly from: number; readonly to: number }

/**
 * Moves the clock ahead; one that is further ahead already stays where it is. The move is under way until `endClockMove`; one
 * that has not ended goes on to the later time.
 */
export function moveTestClock(tx: TenantTx, aheadMs: number, { from, to }: ClockMove): void {
  tx.write(move, [aheadMs, isoTime(from), isoTime(to)], 1)
}

const currentMove = statement(
  'test_clock.load_move',
  `
select x.moving_from, x.moving_to
from test_clock x
where x.tenant_id = $1`,
)

/** The move that is under way; null without one. */
export async function loadClockMove(tx: TenantTx): Promise<ClockMove | null> {
  const [row] = await tx.rows<Pick<Tables['test_clock'], 'moving_from' | 'moving_to'>>(currentMove, [])
  if (row === undefined || row.moving_from === null || row.moving_to === null) return null
  return { from: row.moving_from, to: row.moving_to }
}

const end = statement(
  'test_clock.end_move',
  `
update test_clock x
set moving_from = null,
  moving_to = null
where x.tenant_id = $1
  and x.moving_to <= $2::timestamptz`,
)

/** Ends a move to a time or an earlier one. */
export function endClockMove(tx: TenantTx, to: number): void {
  tx.write(end, [isoTime(to)])
}
