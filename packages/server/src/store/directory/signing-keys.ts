import type { KeyId, TenantId } from '@goodword/domain/ids'
import type { Database } from '../driver/database.ts'
import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { Tables } from '../schema/tables.generated.ts'

const liveKeys = statement(
  'signing_key.live',
  `
select id, secret_box, expires_at
from signing_key
where tenant_id = $1
  and revoked_at is null
  and (expires_at is null or expires_at > $2)
order by created_at desc, id desc`,
)

/** A key as it is kept: in a box that only the service's secret key opens. */
export type SigningKeyRow = Pick<Tables['signing_key'], 'id' | 'secret_box' | 'expires_at'>

/** The keys that a tenant may sign with now, newest first. */
export function loadSigningKeys(db: Database, tenantId: TenantId, now: number): Promise<SigningKeyRow[]> {
  return db.query<SigningKeyRow>(liveKeys, [tenantId, isoTime(now)])
}

const newestKeys = statement(
  'signing_key.newest',
  `
select id, tenant_id, secret_box
from signing_key
where revoked_at is null
  and (expires_at is null or expires_at > $1)
order by created_at desc, id desc
limit 100`,
)

/** Keys that may be signed with, the newest of all tenants: enough to see whether the secret key opens them. */
export function loadNewestSigningKeys(
  db: Database,
  now: number,
): Promise<{ id: KeyId; tenant_id: TenantId; secret_box: Buffer }[]> {
  return db.query(newestKeys, [isoTime(now)])
}

const lockTenant = statement(
  'tenant.lock',
  `
select t.id
from tenant t
where t.id = $1
  and t.disabled_at is null
for no key update`,
)

/**
 * The same inside a transaction that is about to change them; another such transaction waits for its end. Null when there
 * is no such tenant or it is disabled.
 */
export async function lockSigningKeys(
  tx: DirectoryTx,
  tenantId: TenantId,
  now: number,
): Promise<SigningKeyRow[] | null> {
  const tenants = await tx.rows(lockTenant, [tenantId])
  return tenants.length === 0 ? null : tx.rows<SigningKeyRow>(liveKeys, [tenantId, isoTime(now)])
}

const endKey = statement(
  'signing_key.expire',
  `
update signing_key
set expires_at = least(expires_at, $2::timestamptz)
where id = $1
returning expires_at`,
)

/** Lets a key end at a time, or sooner if it was to; answers when. */
export async function expireSigningKey(tx: DirectoryTx, keyId: KeyId, expiresAt: number): Promise<number> {
  const [row] = await tx.rows<{ expires_at: number }>(endKey, [keyId, isoTime(expiresAt)])
  return row?.expires_at ?? expiresAt
}

const addKey = statement(
  'signing_key.insert',
  'insert into signing_key (id, tenant_id, secret_box, created_at) values ($1, $2, $3, $4)',
)

export async function insertSigningKey(
  tx: DirectoryTx,
  key: { id: KeyId; tenantId: TenantId; box: Buffer; createdAt: number },
): Promise<void> {
  await tx.rows(addKey, [key.id, key.tenantId, key.box, isoTime(key.createdAt)])
}

const keysOfTenant = statement(
  'signing_key.list',
  `
select id, created_at, expires_at, revoked_at
from signing_key
where tenant_id = $1
order by created_at desc, id desc`,
)

/** What may be shown of a key. */
export type SigningKeyDates = Omit<Tables['signing_key'], 'tenant_id' | 'secret_box'>

/** All signing keys that a tenant ever had, newest first. */
export function listSigningKeys(db: Database, tenantId: TenantId): Promise<SigningKeyDates[]> {
  return db.query<SigningKeyDates>(keysOfTenant, [tenantId])
}
