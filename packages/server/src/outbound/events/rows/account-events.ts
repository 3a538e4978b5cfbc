import type { AccountKey } from '@goodword/domain/values/ids'
import { columnList } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { countOnce, type Page, type PageRequest, pageOf } from '../../../engine/lists/list-page.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

export type EventRow = Tables['event']

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

// Each half scans its own index and stops at the limit; one condition with `or` would read and sort everything.
const page = statement(
  'event.page',
  `
select ${columnList('e', 'event')}
from (
  (
    select own.*
    from event own
    where own.tenant_id = $1
      and own.account_id = $2::uuid
      and own.id < $4::uuid
    order by own.id desc
    limit $3
  )
  union all
  (
    select made.*
    from event made
    where made.tenant_id = $1
      and made.referring_account_id = $2::uuid
      and made.id < $4::uuid
    order by made.id desc
    limit $3
  )
) as e
order by e.id desc
limit $3`,
)

const count = statement(
  'event.count',
  `
select
  (
    select count(*)
    from (
      select
      from event own
      where own.tenant_id = $1
        and own.account_id = $2::uuid
      limit $3
    ) as mine
  ) + (
    select count(*)
    from (
      select
      from event made
      where made.tenant_id = $1
        and made.referring_account_id = $2::uuid
      limit $3
    ) as friends
  ) as total`,
)

/** Lists the timeline: the events of an account, and of the referrals that it made. */
export async function listAccountEvents(
  tx: TenantTx,
  account: AccountKey,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const [rows, counted] = await Promise.all([
    tx.rows<EventRow>(page, [account, request.limit + 1, request.after ?? LAST_ID]),
    countOnce(request, [count.name, account], (most) => tx.rows(count, [account, most])),
  ])
  return pageOf(rows, counted, request)
}
