import type { IntegrationActivityKind } from '@goodword/domain/staff/integration'
import { isoTime, rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** The activity of one kind, in all or from the pages of one origin. */
export type IntegrationActivityRow = Tables['integration_activity'] & { kind: IntegrationActivityKind }

/** More than the service writes for a tenant. */
const MAX_ROWS = 500

const all = statement(
  'integration_activity.list',
  `
select x.kind, x.origin, x.first_seen_at, x.last_seen_at, x.seen
from integration_activity x
where x.tenant_id = $1
order by x.kind, x.origin
limit ${MAX_ROWS}`,
)

export function loadIntegrationActivity(tx: TenantTx): Promise<IntegrationActivityRow[]> {
  return tx.rows(all, [])
}

const add = rowInsert('integration_activity', {
  onConflict: `on conflict (tenant_id, kind, origin) do update
set first_seen_at = least(x.first_seen_at, excluded.first_seen_at),
  last_seen_at = greatest(x.last_seen_at, excluded.last_seen_at),
  seen = x.seen + excluded.seen`,
})

/** Adds activity to the stored counts. Rows come in the order of kind and origin, so that processes do not deadlock. */
export function addIntegrationActivity(tx: TenantTx, rows: readonly IntegrationActivityRow[]): void {
  if (rows.length > 0) sendRows(tx, add, rows)
}

const forget = statement(
  'integration_activity.forget',
  `
delete from integration_activity x
where x.tenant_id = $1
  and x.origin > ''
  and x.last_seen_at < $2`,
)

/** Deletes origins that were last seen before a time. */
export function forgetOrigins(tx: TenantTx, before: number): void {
  tx.write(forget, [isoTime(before)])
}
