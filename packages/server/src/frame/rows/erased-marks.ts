import type { AccountId, AccountKey, UserId, UserKey } from '@goodword/domain/values/ids'
import { byCtid, byKey, deleteByCtid, joinByKey } from '../../engine/driver/by-key.ts'
import { type RowOf, rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export const markKinds = ['PERSON', 'ACCOUNT', 'CODE', 'CUSTOMER', 'REQUEST'] as const
export type MarkKind = (typeof markKinds)[number]

export type MarkRow = Pick<Tables['erased_mark'], 'mark' | 'user_id' | 'replacement'>

const find = statement(
  'erased_mark.find',
  `
select m.mark, m.user_id, m.replacement
from unnest($2::text[]) as asked(mark)
cross join lateral (
  select m.mark, m.user_id, m.replacement
  from erased_mark m
  where m.tenant_id = $1
    and ${byKey('m.mark', 'asked.mark')}
) as m`,
)

/** Returns those of the marks that are stored: they belong to erased data. */
export function findMarks(tx: TenantTx, marks: readonly string[]): Promise<MarkRow[]> {
  return tx.rows(find, [marks])
}

export type NewMark = { readonly mark: string; readonly kind: MarkKind; readonly replacement: string | null }

const insert = rowInsert('erased_mark', { onConflict: 'on conflict (tenant_id, mark) do nothing' })

/** Adds the marks of an erased person; those that are there stay as they are. */
export function insertMarks(tx: TimedTx, user: UserKey, marks: readonly NewMark[]): void {
  if (marks.length === 0) return
  const rows = marks.map((it): RowOf<'erased_mark'> => ({ ...it, user_id: user, erased_at: tx.now }))
  sendRows(tx, insert, rows)
}

const forgetOne = statement(
  'erased_mark.delete_one',
  `
delete from erased_mark x
where ${byCtid('erased_mark', byKey('y.mark', '$2'))}`,
)

export function deleteMark(tx: TenantTx, mark: string): void {
  tx.write(forgetOne, [mark])
}

const forget = statement(
  'erased_mark.delete',
  `${deleteByCtid('erased_mark', byKey('y.user_id', '$2'))}
  and x.kind <> 'REQUEST'`,
)

/** Lets a person be stored again. Requests that were carried out for them stay marked, so that none is repeated. */
export function deleteMarks(tx: TenantTx, user: UserKey): void {
  tx.write(forget, [user])
}

const page = statement(
  'erased_mark.page',
  `
select m.mark, m.kind
from erased_mark m
where m.tenant_id = $1
  and m.mark > $2
order by m.mark
limit $3`,
)

/** Marks in their order, after one of them. */
export function listMarks(
  tx: TenantTx,
  after: string,
  limit: number,
): Promise<Pick<Tables['erased_mark'], 'mark' | 'kind'>[]> {
  return tx.rows(page, [after, limit])
}

const people = statement(
  'account_user.page_with_accounts',
  `
select p.id, p.account_id, p.external_id as user_external_id, a.external_id as account
from (
  select x.id, x.account_id, x.external_id
  from account_user x
  where x.tenant_id = $1
    and x.id > $2::uuid
  order by x.id
  limit $3
) as p
${joinByKey('account a', 'id', 'p.account_id')}
order by p.id`,
)

/** A person with the IDs that their mark is made of. */
export type MarkedUserRow = {
  readonly id: UserKey
  readonly account_id: AccountKey
  readonly user_external_id: UserId
  readonly account: AccountId
}

/** All people of the tenant in pages, after an ID. */
export function listMarkedUsers(tx: TenantTx, after: string, limit: number): Promise<MarkedUserRow[]> {
  return tx.rows(people, [after, limit])
}
