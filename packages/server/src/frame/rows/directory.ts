import type { Scope } from '@goodword/domain/staff/scope'
import type { KeyId, MerchantId, Mode, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type TenantRow = { tenant_id: TenantId } & Pick<Tables['tenant'], 'mode' | 'merchant_id'>

/** A tenant that is not disabled, with the merchant whose program it is. */
export type EnabledTenant = {
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly merchantId: MerchantId
}

const enabledTenant = statement(
  'tenant.find',
  `
select t.id as "tenantId", t.mode, t.merchant_id as "merchantId"
from tenant t
where t.id = $1
  and t.disabled_at is null`,
)

/** The tenant of an alias, unless it is disabled. */
export async function findTenant(db: Database, alias: string): Promise<EnabledTenant | null> {
  const [row] = await db.query<EnabledTenant>(enabledTenant, [alias])
  return row ?? null
}

const tenantOfAnyState = statement(
  'tenant.find_of_any_state',
  `
select t.id as tenant_id, t.mode, t.merchant_id
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

/** The tenant that an API key authenticates. */
export type KeyHolder = EnabledTenant & {
  readonly keyId: KeyId
  /** The key's name in the portal; null if it has no name. */
  readonly name: string | null
  readonly lastFour: string
  readonly scopes: readonly Scope[]
  /** When it stops working; null for never. */
  readonly expiresAt: number | null
}

export type FoundKey = { readonly holder: KeyHolder; readonly lastUsedAt: number | null }

const activeKey = statement(
  'api_key.find',
  `
select k.tenant_id as "tenantId", t.mode, t.merchant_id as "merchantId", k.id as "keyId", k.name,
  k.last_four as "lastFour", k.scopes, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt"
from api_key k
join tenant t on t.id = k.tenant_id
where k.key_hash = $1
  and k.revoked_at is null
  and t.disabled_at is null`,
)

/** The key of a hash, unless it or its tenant is out of service; whether it has expired, the caller's clock says. */
export async function findApiKey(db: Database, hash: Buffer): Promise<FoundKey | null> {
  const [row] = await db.query<KeyHolder & Pick<FoundKey, 'lastUsedAt'>>(activeKey, [hash])
  if (row === undefined) return null
  const { lastUsedAt, ...holder } = row
  return { holder, lastUsedAt }
}

// Merchants have new ids, so there is no conflict. With this clause Citus locks the table against other inserts at once, and not
// first for this insert and then, more strongly, for that of the tenant: transactions that both did the first would deadlock.
const addMerchant = statement(
  'merchant.insert',
  `
insert into merchant (id, name, created_at)
values ($1, $2, $3)
on conflict (id) do nothing
returning id`,
)

export async function insertMerchant(
  tx: DirectoryTx,
  merchant: { id: MerchantId; name: string; createdAt: number },
): Promise<void> {
  const added = await tx.rows(addMerchant, [merchant.id, merchant.name, isoTime(merchant.createdAt)])
  if (added.length === 0) throw new Error('the new id of a merchant is taken')
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
