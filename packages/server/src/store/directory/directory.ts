import type { KeyId, MerchantId, Mode, TenantId } from '@goodword/domain/ids'
import type { Scope } from '@goodword/domain/scope'
import type { Database } from '../driver/database.ts'
import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { Tables } from '../schema/tables.generated.ts'

export type TenantRow = { tenant_id: TenantId } & Pick<Tables['tenant'], 'mode'>

const enabledTenant = statement(
  'tenant.find',
  `
select t.id as tenant_id, t.mode
from tenant t
where t.id = $1
  and t.disabled_at is null`,
)

/** The tenant of an alias, unless it is disabled. */
export async function findTenant(db: Database, alias: string): Promise<TenantRow | null> {
  const [row] = await db.query<TenantRow>(enabledTenant, [alias])
  return row ?? null
}

const tenantOfAnyState = statement(
  'tenant.find_of_any_state',
  `
select t.id as tenant_id, t.mode
from tenant t
where t.id = $1`,
)

/** The tenant of an alias, disabled or not. */
export async function findTenantOfAnyState(db: Database, alias: string): Promise<TenantRow | null> {
  const [row] = await db.query<TenantRow>(tenantOfAnyState, [alias])
  return row ?? null
}

const merchantOfTenant = statement(
  'tenant.merchant',
  `
select m.name
from tenant t
join merchant m on m.id = t.merchant_id
where t.id = $1`,
)

/** The name of the merchant whose tenant it is, disabled or not; null when the alias is free. */
export async function findMerchantName(tx: DirectoryTx, alias: TenantId): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(merchantOfTenant, [alias])
  return row?.name ?? null
}

export type KeyRow = TenantRow & { key_id: KeyId } & Pick<
    Tables['api_key'],
    'scopes' | 'expires_at' | 'last_used_at'
  >

const activeKey = statement(
  'api_key.find',
  `
select k.id as key_id, k.tenant_id, t.mode, k.scopes, k.expires_at, k.last_used_at
from api_key k
join tenant t on t.id = k.tenant_id
where k.key_hash = $1
  and k.revoked_at is null
  and t.disabled_at is null`,
)

/** The key of a hash, unless it or its tenant is out of service; whether it has expired, the caller's clock says. */
export async function findApiKey(db: Database, hash: Buffer): Promise<KeyRow | null> {
  const [row] = await db.query<KeyRow>(activeKey, [hash])
  return row ?? null
}

const stampKey = statement(
  'api_key.stamp',
  `
update api_key
set last_used_at = $2
where id = $1
  and (last_used_at is null or last_used_at < $2)`,
)

/** Keeps when a key was last used. Writes nothing when that is known already. */
export async function stampApiKey(db: Database, keyId: KeyId, usedAt: number): Promise<void> {
  await db.query(stampKey, [keyId, isoTime(usedAt)])
}

const addMerchant = statement(
  'merchant.insert',
  'insert into merchant (id, name, created_at) values ($1, $2, $3)',
)

export async function insertMerchant(
  tx: DirectoryTx,
  merchant: { id: MerchantId; name: string; createdAt: number },
): Promise<void> {
  await tx.rows(addMerchant, [merchant.id, merchant.name, isoTime(merchant.createdAt)])
}

const addTenant = statement(
  'tenant.insert',
  `
insert into tenant (id, merchant_id, mode, created_at)
values ($1, $2, $3, $4)
on conflict (id) do nothing
returning id`,
)

/** False when the alias is taken. */
export async function insertTenant(
  tx: DirectoryTx,
  tenant: { id: TenantId; merchantId: MerchantId; mode: Mode; createdAt: number },
): Promise<boolean> {
  const values = [tenant.id, tenant.merchantId, tenant.mode, isoTime(tenant.createdAt)]
  return (await tx.rows(addTenant, values)).length === 1
}

const addApiKey = statement(
  'api_key.insert',
  `
insert into api_key (id, tenant_id, key_hash, last_four, scopes, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (key_hash) do nothing
returning id`,
)

export type NewApiKey = {
  readonly id: KeyId
  readonly tenantId: TenantId
  readonly hash: Buffer
  readonly lastFour: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | null
}

/** Adds a key; false when it was there already. */
export async function insertApiKey(tx: DirectoryTx, key: NewApiKey): Promise<boolean> {
  const rows = await tx.rows(addApiKey, [
    ...[key.id, key.tenantId, key.hash, key.lastFour, key.scopes],
    ...[isoTime(key.createdAt), isoTime(key.expiresAt)],
  ])
  return rows.length === 1
}

const revoke = statement(
  'api_key.revoke',
  `
update api_key
set revoked_at = least(revoked_at, $2::timestamptz)
where id = $1
returning tenant_id as alias, revoked_at`,
)

export type RevokedKeyRow = { alias: TenantId; revoked_at: number }

/** Takes a key out of service; null when there is no such key. A key revoked before keeps its time. */
export async function revokeKey(tx: DirectoryTx, keyId: KeyId, now: number): Promise<RevokedKeyRow | null> {
  const [row] = await tx.rows<RevokedKeyRow>(revoke, [keyId, isoTime(now)])
  return row ?? null
}

const rollable = statement(
  'api_key.expire',
  `
update api_key
set expires_at = least(expires_at, $2::timestamptz)
where id = $1
  and revoked_at is null
  and (expires_at is null or expires_at > $3)
returning tenant_id, scopes, expires_at`,
)

export type ExpiringKeyRow = Pick<Tables['api_key'], 'tenant_id' | 'scopes'> & { expires_at: number }

/** Lets a key end at a time, or sooner if it was to; null when there is no such key or it works no more. */
export async function expireApiKey(
  tx: DirectoryTx,
  keyId: KeyId,
  expiresAt: number,
  now: number,
): Promise<ExpiringKeyRow | null> {
  const [row] = await tx.rows<ExpiringKeyRow>(rollable, [keyId, isoTime(expiresAt), isoTime(now)])
  return row ?? null
}

const keysOfTenant = statement(
  'api_key.list',
  `
select id, last_four, scopes, created_at, expires_at, revoked_at, last_used_at
from api_key
where tenant_id = $1
order by created_at desc, id desc`,
)

/** What may be shown of a key. */
export type ApiKeyRow = Omit<Tables['api_key'], 'tenant_id' | 'key_hash'>

/** All keys that a tenant ever had, newest first. */
export function listApiKeys(db: Database, tenantId: TenantId): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(keysOfTenant, [tenantId])
}
