import { isoTime, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** The clicks of a referrer's links of one medium in a quarter hour. */
export type ClickBucket = RowOf<'statistic_click'>

const add = rowInsert('statistic_click', {
  onConflict: `on conflict (tenant_id, bucket_at, user_id, medium) do update
set clicks = x.clicks + excluded.clicks, visitors = x.visitors + excluded.visitors`,
})

export function addClickBuckets(tx: TenantTx, buckets: readonly ClickBucket[]): void {
  if (buckets.length > 0) sendRows(tx, add, buckets)
}

const page = statement(
  'statistic_click.page',
  `
select c.bucket_at, c.user_id, c.medium, c.clicks, c.visitors
from statistic_click c
where c.tenant_id = $1
  and c.bucket_at >= $2::timestamptz
  and c.bucket_at < $3::timestamptz
order by c.bucket_at
limit $4`,
)

/** The first buckets from a moment on and before another one. */
export function loadClickBuckets(
  tx: TenantTx,
  from: number,
  before: number,
  limit: number | null,
): Promise<ClickBucket[]> {
  return tx.rows<ClickBucket>(page, [isoTime(from), isoTime(before), limit])
}
