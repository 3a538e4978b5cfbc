import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A redemption of credit, and the balance of the unit after it. */
export type RedemptionRow = Pick<Tables['redemption'], 'id' | 'unit' | 'amount' | 'available'>

const ofRequest = statement(
  'redemption.of_request',
  `
select x.id, x.unit, x.amount, x.available
from redemption x
where x.tenant_id = $1
  and ${byKey('x.request_key', '$2')}`,
)

/** Finds the redemption of a request. */
export async function findRedemptionOfRequest(
  tx: TenantTx,
  requestKey: string,
): Promise<RedemptionRow | null> {
  const [row] = await tx.rows<RedemptionRow>(ofRequest, [requestKey])
  return row ?? null
}

const insert = statement(
  'redemption.insert',
  `
insert into redemption (tenant_id, id, account_id, unit, amount, available, request_key, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export function insertRedemption(
  tx: TimedTx,
  row: RedemptionRow,
  account: AccountKey,
  requestKey: string,
): void {
  const amounts = [row.unit, row.amount, row.available]
  tx.write(insert, [row.id, account, ...amounts, requestKey, isoTime(tx.now)], 1)
}
