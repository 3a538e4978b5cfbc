import { modeOf } from '@goodword/domain/ids'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const ahead = statement(
  'test_clock.load',
  `
select x.ahead_ms
from test_clock x
where x.tenant_id = $1`,
)

/** The tenant's time, given the machine's: the same on a live tenant, and ahead of it on a test tenant whose clock was moved. */
export async function tenantNow(tx: TenantTx, machineNow: number): Promise<number> {
  if (modeOf(tx.tenantId) === 'live') return machineNow
  const [row] = await tx.rows<{ ahead_ms: number }>(ahead, [])
  return machineNow + (row?.ahead_ms ?? 0)
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
