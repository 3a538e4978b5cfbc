import { randomBytes } from 'node:crypto'
import type { UnsubscribedKind } from '@goodword/domain/outbound/mail'
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

const KEY_BYTES = 32

/** Makes the key of a tenant, unless it has one. */
export function insertMailKey(tx: TenantTx, now: number): void {
  tx.write(insertKey, [randomBytes(KEY_BYTES), isoTime(now)])
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
select x.kind
from mail_unsubscribe x
where x.tenant_id = $1
  and ${byKey('x.address_hash', '$2')}, x.kind`,
)

export async function loadUnsubscribed(
  tx: TenantTx,
  addressHash: Buffer,
): Promise<ReadonlySet<UnsubscribedKind>> {
  const rows = await tx.rows<{ kind: UnsubscribedKind }>(find, [addressHash])
  return new Set(rows.map((it) => it.kind))
}

const insert = statement(
  'mail_unsubscribe.insert',
  `
insert into mail_unsubscribe (tenant_id, address_hash, kind, created_at)
values ($1, $2, $3, $4)
on conflict (tenant_id, address_hash, kind) do nothing`,
)

export function insertUnsubscribe(
  tx: TenantTx,
  addressHash: Buffer,
  kind: UnsubscribedKind,
  now: number,
): void {
  tx.write(insert, [addressHash, kind, isoTime(now)])
}

const remove = statement(
  'mail_unsubscribe.delete',
  `
delete from mail_unsubscribe x
where x.tenant_id = $1
  and x.ctid = (
    select y.ctid
    from (
      select z.ctid, z.kind
      from mail_unsubscribe z
      where z.tenant_id = $1
        and ${byKey('z.address_hash', '$2')}, z.kind
    ) as y
    where y.kind = $3
  )`,
)

export function deleteUnsubscribe(tx: TenantTx, addressHash: Buffer, kind: UnsubscribedKind): void {
  tx.write(remove, [addressHash, kind])
}
