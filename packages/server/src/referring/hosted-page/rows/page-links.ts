import { byCtid, byKey, deleteByCtid } from '../../../engine/driver/by-key.ts'
import { isoTime, type RowOf } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** A link to the hosted page. Times are of the machine's clock. */
export type PageLinkRow = RowOf<'page_link'>

const insert = statement(
  'page_link.insert',
  `
insert into page_link as x (tenant_id, id, address, language, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (tenant_id, address) where token_hash is null do nothing
returning x.id`,
)

/** Adds a link whose e-mail is not made yet; false if one waits for the address already. */
export async function insertPageLink(
  tx: TenantTx,
  { id, address, language, created_at, expires_at }: Omit<PageLinkRow, 'token_hash'>,
): Promise<boolean> {
  const values = [id, address, language, isoTime(created_at), isoTime(expires_at)]
  return (await tx.rows(insert, values)).length === 1
}

const one = statement(
  'page_link.find',
  `
select x.id, x.address, x.language, x.token_hash, x.created_at, x.expires_at
from page_link x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}`,
)

export async function findPageLink(tx: TenantTx, id: string): Promise<PageLinkRow | null> {
  const [row] = await tx.rows<PageLinkRow>(one, [id])
  return row ?? null
}

const withToken = statement(
  'page_link.set_token',
  `
update page_link x
set token_hash = $3,
  expires_at = $4
where ${byCtid('page_link', byKey('y.id', '$2'))}`,
)

/** Gives a link the token that is sent, and the time until which it works. */
export function setPageToken(tx: TenantTx, id: string, tokenHash: Buffer, expiresAt: number): void {
  tx.write(withToken, [id, tokenHash, isoTime(expiresAt)])
}

const byToken = statement(
  'page_link.find_by_token',
  `
select x.address
from (
  select y.address, y.expires_at
  from page_link y
  where y.tenant_id = $1
    and y.token_hash is not null
    and ${byKey('y.token_hash', '$2')}
) as x
where x.expires_at > $3`,
)

/** The address that a link was sent to; null for one that is used, expired, or none of the tenant's. */
export async function findAddressOfToken(
  tx: TenantTx,
  tokenHash: Buffer,
  now: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ address: string }>(byToken, [tokenHash, isoTime(now)])
  return row?.address ?? null
}

const take = statement(
  'page_link.take',
  `
delete from page_link x
where ${byCtid(
    'page_link',
    `y.token_hash is not null
      and ${byKey('y.token_hash', '$2')}`,
  )}
returning x.address, x.expires_at`,
)

/** Uses a link up: of any number of concurrent uses one gets the address. */
export async function takePageLink(tx: TenantTx, tokenHash: Buffer, now: number): Promise<string | null> {
  const [row] = await tx.rows<{ address: string; expires_at: number }>(take, [tokenHash])
  return row !== undefined && row.expires_at > now ? row.address : null
}

const remove = statement(
  'page_link.delete',
  `
delete from page_link x
where ${byCtid('page_link', byKey('y.id', '$2'))}`,
)

export function deletePageLink(tx: TenantTx, id: string): void {
  tx.write(remove, [id])
}

const ofAddress = statement(
  'page_link.delete_of_address',
  deleteByCtid('page_link', byKey('y.address', '$2')),
)

export function deletePageLinksTo(tx: TenantTx, address: string): void {
  tx.write(ofAddress, [address])
}

const expired = statement(
  'page_link.delete_expired',
  `${deleteByCtid(
    'page_link',
    `y.expires_at <= $2
  order by y.expires_at
  limit $3
  for update skip locked`,
  )}
returning x.id`,
)

/** Deletes up to `limit` links that expired until a time; returns how many. */
export async function deleteExpiredLinks(tx: TenantTx, until: number, limit: number): Promise<number> {
  return (await tx.rows(expired, [isoTime(until), limit])).length
}

const next = statement(
  'page_link.next_expiry',
  `
select y.expires_at
from page_link y
where y.tenant_id = $1
order by y.expires_at
limit 1`,
)

/** When the next link expires; null for none. */
export async function nextLinkExpiry(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<{ expires_at: number }>(next, [])
  return row?.expires_at ?? null
}
