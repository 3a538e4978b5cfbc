import type { UserKey } from '@goodword/domain/values/ids'
import { byCtid, byKey, deleteByCtid } from '../../../engine/driver/by-key.ts'
import { isoTime, type RowOf } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** A person who is signed in on the hosted page, in one browser. Times are of the machine's clock. */
export type PageSessionRow = RowOf<'page_session'>

const insert = statement(
  'page_session.insert',
  `
insert into page_session (tenant_id, token_hash, user_id, address_hash, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6)`,
)

export function insertPageSession(tx: TenantTx, session: PageSessionRow): void {
  const { token_hash, user_id, address_hash, created_at, expires_at } = session
  tx.write(insert, [token_hash, user_id, address_hash, isoTime(created_at), isoTime(expires_at)], 1)
}

const one = statement(
  'page_session.find',
  `
select x.token_hash, x.user_id, x.address_hash, x.created_at, x.expires_at
from page_session x
where x.tenant_id = $1
  and ${byKey('x.token_hash', '$2')}`,
)

export async function findPageSessionRow(tx: TenantTx, tokenHash: Buffer): Promise<PageSessionRow | null> {
  const [row] = await tx.rows<PageSessionRow>(one, [tokenHash])
  return row ?? null
}

const change = statement(
  'page_session.change',
  `
update page_session x
set user_id = $3,
  expires_at = $4
where ${byCtid('page_session', byKey('y.token_hash', '$2'))}`,
)

/** Extends a session, or lets it go on as another user with the same address. */
export function changePageSession(tx: TenantTx, tokenHash: Buffer, user: UserKey, expiresAt: number): void {
  tx.write(change, [tokenHash, user, isoTime(expiresAt)])
}

const end = statement(
  'page_session.delete',
  `
delete from page_session x
where ${byCtid('page_session', byKey('y.token_hash', '$2'))}`,
)

export function deletePageSession(tx: TenantTx, tokenHash: Buffer): void {
  tx.write(end, [tokenHash])
}

const ofUser = statement(
  'page_session.delete_of_user',
  deleteByCtid('page_session', byKey('y.user_id', '$2')),
)

export function deletePageSessionsOf(tx: TenantTx, user: UserKey): void {
  tx.write(ofUser, [user])
}

const some = statement(
  'page_session.delete_some',
  `
delete from page_session x
using (
  select y.ctid as place
  from page_session y
  where y.tenant_id = $1
  order by y.expires_at
  limit $2
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.created_at`,
)

const MAX_AT_ONCE = 10_000

export async function deletePageSessions(tx: TenantTx): Promise<void> {
  let deleted = MAX_AT_ONCE
  while (deleted === MAX_AT_ONCE) deleted = (await tx.rows(some, [MAX_AT_ONCE])).length
}

const expired = statement(
  'page_session.delete_expired',
  `${deleteByCtid(
    'page_session',
    `y.expires_at <= $2
  order by y.expires_at
  limit $3
  for update skip locked`,
  )}
returning x.created_at`,
)

/** Deletes up to `limit` sessions that expired until a time; returns how many. */
export async function deleteExpiredSessions(tx: TenantTx, until: number, limit: number): Promise<number> {
  return (await tx.rows(expired, [isoTime(until), limit])).length
}

const next = statement(
  'page_session.next_expiry',
  `
select y.expires_at
from page_session y
where y.tenant_id = $1
order by y.expires_at
limit 1`,
)

/** When the next session expires; null for none. */
export async function nextSessionExpiry(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<{ expires_at: number }>(next, [])
  return row?.expires_at ?? null
}
