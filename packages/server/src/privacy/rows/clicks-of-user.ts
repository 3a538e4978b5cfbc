import type { UserKey } from '@goodword/domain/values/ids'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

const end = statement(
  'click.page_end',
  `
select x.clicked_at
from click x
where x.tenant_id = $1
  and x.clicked_at > $2
order by x.clicked_at, x.id
limit 1
offset $3`,
)

const remove = statement(
  'click.delete_of_user',
  `
delete from click x
where x.tenant_id = $1
  and x.clicked_at > $2
  and x.clicked_at <= $3
  and x.user_id = $4`,
)

const FOREVER = 'infinity'

/**
 * Deletes the clicks of a person's links among so many of the tenant's clicks after a time; returns the time to go on from,
 * null at the end. Clicks have no index by person, which every click would pay for.
 */
export async function deleteClicksOfUser(
  tx: TenantTx,
  user: UserKey,
  after: number,
  pageSize: number,
): Promise<number | null> {
  const [last] = await tx.rows<{ clicked_at: number }>(end, [isoTime(after), pageSize - 1])
  // Times have microseconds: clicks after the last whole millisecond are in the next page, which begins later in any case.
  const until = last === undefined ? null : Math.max(last.clicked_at, after + 1)
  tx.write(remove, [isoTime(after), until === null ? FOREVER : isoTime(until), user])
  return until
}
