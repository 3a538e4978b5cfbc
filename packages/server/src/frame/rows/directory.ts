import type { KeyId, MerchantId, Mode, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type TenantRow = { tenant_id: TenantId } & Pick<Tables['tenant'], 'mode' | 'merchant_id'>

const enabledTenant = statement(
  'tenant.find',
  `
select t.id as tenant_id, t.mode, t.merchant_id
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

export type KeyRow = TenantRow & { key_id: KeyId } & Pick<
    Tables['api_key'],
    'name' | 'last_four' | 'scopes' | 'expires_at' | 'last_used_at'
  >

const activeKey = statement(
  'api_key.find',
  `
select k.id as key_id, k.tenant_id, t.mode, t.merchant_id, k.name, k.last_four, k.scopes, k.expires_at, k.last_used_at
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
