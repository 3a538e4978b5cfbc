import { columnList, isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

export type TestDataErasureRow = Tables['test_data_erasure']

const load = statement(
  'test_data_erasure.load',
  `
select ${columnList('x', 'test_data_erasure')}
from test_data_erasure x
where x.tenant_id = $1`,
)

/** The last erasure of the tenant's test data; null when there was none. */
export async function loadTestDataErasure(tx: TenantTx): Promise<TestDataErasureRow | null> {
  const [row] = await tx.rows<TestDataErasureRow>(load, [])
  return row ?? null
}

const begin = statement(
  'test_data_erasure.begin',
  `
insert into test_data_erasure (tenant_id, request_key, state, erased_rows, requested_at)
values ($1, $2, 'ERASING', 0, $3)
on conflict (tenant_id) do update
set request_key = excluded.request_key,
  state = excluded.state,
  erased_rows = excluded.erased_rows,
  requested_at = excluded.requested_at,
  emptied_at = null,
  finished_at = null`,
)

export function beginTestDataErasure(tx: TenantTx, requestKey: string, now: number): void {
  tx.write(begin, [requestKey, isoTime(now)], 1)
}

const advance = statement(
  'test_data_erasure.advance',
  `
update test_data_erasure x
set erased_rows = x.erased_rows + $2
where x.tenant_id = $1`,
)

/** Counts rows in the transaction that erases them. */
export function countErasedRows(tx: TenantTx, rows: number): void {
  tx.write(advance, [rows], 1)
}

const check = statement(
  'test_data_erasure.check',
  `
update test_data_erasure x
set state = 'CHECKING',
  emptied_at = $2
where x.tenant_id = $1
  and x.state = 'ERASING'`,
)

/** Everything was erased once. */
export function noteEmptied(tx: TenantTx, now: number): void {
  tx.write(check, [isoTime(now)])
}

const finish = statement(
  'test_data_erasure.finish',
  `
update test_data_erasure x
set state = 'DONE',
  finished_at = $2
where x.tenant_id = $1
  and x.state = 'CHECKING'`,
)

export function finishTestDataErasure(tx: TenantTx, now: number): void {
  tx.write(finish, [isoTime(now)])
}
