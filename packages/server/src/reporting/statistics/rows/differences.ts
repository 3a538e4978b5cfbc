import { NIL } from 'uuid'
import { columnList } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { CountRow, ReferrerCountRow } from './counts.ts'

const counts = statement(
  'statistic_count.page',
  `
select c.period, c.start, c.metric, c.key, c.amount
from statistic_count c
where c.tenant_id = $1
  and (c.generation, c.period, c.start, c.metric, c.key) > ($2::int4, $3, $4, $5, $6)
  and c.generation <= $2::int4
order by c.generation, c.period, c.start, c.metric, c.key
limit $7`,
)

/** The sums of a generation after one, in the order of their keys. */
export function loadCountPage(
  tx: TenantTx,
  generation: number,
  after: CountRow | null,
  limit: number,
): Promise<CountRow[]> {
  const { period = '', start = '', metric = '', key = '' } = after ?? {}
  return tx.rows<CountRow>(counts, [generation, period, start, metric, key, limit])
}

const referrers = statement(
  'statistic_referrer.page',
  `
select ${columnList('x', 'statistic_referrer', ['generation'])}
from statistic_referrer x
where x.tenant_id = $1
  and (x.generation, x.user_id, x.period, x.start) > ($2::int4, $3::uuid, $4, $5)
  and x.generation <= $2::int4
order by x.generation, x.user_id, x.period, x.start
limit $6`,
)

/** Loads the figures by referrer, page by page. */
export function loadReferrerPage(
  tx: TenantTx,
  generation: number,
  after: ReferrerCountRow | null,
  limit: number,
): Promise<ReferrerCountRow[]> {
  const { user_id: user = NIL, period = '', start = '' } = after ?? {}
  return tx.rows<ReferrerCountRow>(referrers, [generation, user, period, start, limit])
}
