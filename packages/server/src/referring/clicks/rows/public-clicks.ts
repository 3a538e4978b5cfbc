import type { UserKey } from '@goodword/domain/values/ids'
import { byKey, deleteByCtid } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { firstIdOf } from '../../../engine/lists/id-range.ts'

/** A click from a public page or an advertisement, with the owner of the link and a hash of the visitor. */
export type PublicClick = { readonly owner: UserKey; readonly visitor: string }

const insert = statement(
  'public_click.insert',
  `
insert into public_click (tenant_id, user_id, id)
select k.tenant_id, clicked.user_id, clicked.id
from program k
cross join unnest($2::uuid[], $3::uuid[]) as clicked(user_id, id)
where k.tenant_id = $1
order by clicked.user_id, clicked.id
on conflict (tenant_id, user_id, id) do nothing`,
)

/** Adds clicks of a day, given by its start; further ones of a visitor change nothing. */
export function addPublicClicks(tx: TenantTx, clicks: readonly PublicClick[], day: number): void {
  if (clicks.length === 0) return
  tx.write(insert, [clicks.map((it) => it.owner), clicks.map((it) => idOf(it.visitor, day))])
}

/** An ID that begins with the day, and goes on with a part of the hash of the visitor. */
function idOf(visitor: string, day: number): string {
  return firstIdOf(day).slice(0, -'0000-000000000000'.length) + visitor.slice(-'0000-000000000000'.length)
}

const remove = statement(
  'public_click.delete_old',
  `${deleteByCtid(
    'public_click',
    `y.id < $2::uuid
  order by y.id
  limit $3`,
  )}
returning x.id`,
)

/** Deletes up to `limit` clicks of days before a time; returns how many. */
export async function deletePublicClicks(tx: TenantTx, before: number, limit: number): Promise<number> {
  return (await tx.rows(remove, [firstIdOf(before), limit])).length
}

const ofUser = statement(
  'public_click.delete_of_user',
  `${deleteByCtid(
    'public_click',
    `${byKey('y.user_id', '$2')}
  limit $3`,
  )}
returning x.id`,
)

/** Deletes up to `limit` clicks on a person's links; returns how many. */
export async function deletePublicClicksOf(tx: TenantTx, user: UserKey, limit: number): Promise<number> {
  return (await tx.rows(ofUser, [user, limit])).length
}
