import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const ahead = statement(
  'test_clock.load',
  `
select x.ahead_ms
from test_clock x
where x.tenant_id = $1`,
)

/** By how many milliseconds the clock of a test tenant is ahead of the machine's: 0 until it is moved. */
export async function loadTestClock(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ ahead_ms: number }>(ahead, [])
  return row?.ahead_ms ?? 0
}

const move = statement(
  'test_clock.move',
  `
insert into test_clock (tenant_id, ahead_ms)
values ($1, $2)
on conflict (tenant_id) do update
set ahead_ms = greatest(test_clock.ahead_ms, excluded.ahead_ms)`,
)

/** Moves the clock ahead; one that is further ahead already stays where it is. */
export function moveTestClock(tx: TenantTx, aheadMs: number): void {
  tx.write(move, [aheadMs], 1)
}
