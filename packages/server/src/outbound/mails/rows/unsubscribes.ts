import type { UnsubscribedKind } from '@goodword/domain/outbound/mail'
import { byKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

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

const any = statement(
  'mail_unsubscribe.is_any',
  `
select x.kind
from mail_unsubscribe x
where x.tenant_id = $1
order by x.address_hash, x.kind
limit 1`,
)

/** Whether an address of the tenant’s program ever unsubscribed from anything. */
export async function hasUnsubscribes(tx: TenantTx): Promise<boolean> {
  return (await tx.rows(any, [])).length > 0
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
