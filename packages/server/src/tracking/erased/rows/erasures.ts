import type { AccountKey, UserKey } from '@goodword/domain/values/ids'
import { byCtid, byKey } from '../../../engine/driver/by-key.ts'
import { columnList, isoTime, type RowOf } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

export type ErasureRow = Tables['erasure']

const insert = statement(
  'erasure.insert',
  `
insert into erasure (tenant_id, user_id, account_id, with_account, wanted_box, requested_at)
values ($1, $2, $3, $4, $5, $6)`,
)

export type NewErasure = Omit<RowOf<'erasure'>, 'finished_at'>

export function insertErasure(tx: TenantTx, it: NewErasure): void {
  const values = [it.user_id, it.account_id, it.with_account, it.wanted_box, isoTime(it.requested_at)]
  tx.write(insert, values, 1)
}

const load = statement(
  'erasure.load',
  `
select ${columnList('x', 'erasure')}
from erasure x
where x.tenant_id = $1
  and ${byKey('x.user_id', '$2')}`,
)

export async function loadErasure(tx: TenantTx, user: UserKey): Promise<ErasureRow | null> {
  const [row] = await tx.rows<ErasureRow>(load, [user])
  return row ?? null
}

const ofUser = byCtid('erasure', byKey('y.user_id', '$2'))

const forget = statement('erasure.forget_wanted', `update erasure x set wanted_box = null where ${ofUser}`)

/** Everything that was looked for was found. */
export function forgetWanted(tx: TenantTx, user: UserKey): void {
  tx.write(forget, [user])
}

const finish = statement(
  'erasure.finish',
  `
update erasure x
set wanted_box = null,
  finished_at = $3
where ${ofUser}`,
)

export function finishErasure(tx: TenantTx, user: UserKey, now: number): void {
  tx.write(finish, [user, isoTime(now)])
}

const others = statement(
  'erasure.others_of_account',
  `
select p.id
from account_user p
where p.tenant_id = $1
  and p.account_id between $2::uuid and $2::uuid
  and p.id <> $3
  and not exists (
    select
    from erasure e
    where e.tenant_id = $1
      and ${byKey('e.user_id', 'p.id')}
  )
order by p.account_id, p.id
limit 1`,
)

/** Whether the account has people beside this one who are not erased. */
export async function hasOtherUsers(tx: TenantTx, account: AccountKey, user: UserKey): Promise<boolean> {
  return (await tx.rows(others, [account, user])).length > 0
}
