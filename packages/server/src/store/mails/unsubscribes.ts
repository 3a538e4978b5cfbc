import { byKey } from '../driver/by-key.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const insertKey = statement(
  'mail_key.insert',
  `
insert into mail_key (tenant_id, key, created_at)
values ($1, $2, $3)
on conflict (tenant_id) do nothing`,
)

/** Adds the key of a tenant, unless it has one. */
export function insertMailKey(tx: TenantTx, key: Buffer, now: number): void {
  tx.write(insertKey, [key, isoTime(now)])
}

const keyOfTenant = statement(
  'mail_key.load',
  `
select x.key
from mail_key x
where x.tenant_id = $1`,
)

/** The key of the tenant; null while no e-mail was made that needs one. */
export async function loadMailKey(tx: TenantTx): Promise<Buffer | null> {
  const [row] = await tx.rows<{ key: Buffer }>(keyOfTenant, [])
  return row?.key ?? null
}

const find = statement(
  'mail_unsubscribe.find',
  `
select x.created_at
from mail_unsubscribe x
where x.tenant_id = $1
  and ${byKey('x.address_hash', '$2')}`,
)

export async function isUnsubscribed(tx: TenantTx, addressHash: Buffer): Promise<boolean> {
  return (await tx.rows(find, [addressHash])).length > 0
}

const insert = statement(
  'mail_unsubscribe.insert',
  `
insert into mail_unsubscribe (tenant_id, address_hash, created_at)
values ($1, $2, $3)
on conflict (tenant_id, address_hash) do nothing`,
)

export function insertUnsubscribe(tx: TenantTx, addressHash: Buffer, now: number): void {
  tx.write(insert, [addressHash, isoTime(now)])
}

const remove = statement(
  'mail_unsubscribe.delete',
  `
delete from mail_unsubscribe x
where x.tenant_id = $1
  and x.ctid = (
    select y.ctid
    from mail_unsubscribe y
    where y.tenant_id = $1
      and ${byKey('y.address_hash', '$2')}
  )`,
)

export function deleteUnsubscribe(tx: TenantTx, addressHash: Buffer): void {
  tx.write(remove, [addressHash])
}
