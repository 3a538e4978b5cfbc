import type { Scope } from '@goodword/domain/staff/scope'
import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../engine/lists/list.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** The columns of a key that may be shown. */
export type ApiKeyRow = Omit<Tables['api_key'], 'tenant_id' | 'key_hash'>

const SHOWN = [
  ...['id', 'name', 'last_four', 'scopes', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'],
  'replaced_by',
]
const shown = SHOWN.map((column) => `k.${column}`).join(', ')

const INSERT = `
insert into api_key (tenant_id, id, name, key_hash, last_four, scopes, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (key_hash) do nothing
returning id`

/** Both kinds of transaction prepare statements, each by its own means, so the names must differ on a connection. */
const insert = statement('api_key.insert', INSERT)
const insertInDirectory = statement('api_key.insert_in_directory', INSERT)

export type NewApiKey = {
  readonly id: KeyId
  readonly name: string | null
  readonly hash: Buffer
  readonly lastFour: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | null
}

/** Adds a key of the tenant; false when it was there already, as in a repeated transaction. */
export async function insertApiKey(tx: TenantTx, key: NewApiKey): Promise<boolean> {
  return (await tx.rows(insert, valuesOf(key))).length === 1
}

/** Inserts the key of a tenant that is created in the same transaction. */
export async function insertFirstApiKey(
  tx: DirectoryTx,
  tenantId: TenantId,
  key: NewApiKey,
): Promise<boolean> {
  return (await tx.rows(insertInDirectory, [tenantId, ...valuesOf(key)])).length === 1
}

function valuesOf(key: NewApiKey): unknown[] {
  return [
    ...[key.id, key.name, key.hash, key.lastFour, key.scopes],
    ...[isoTime(key.createdAt), isoTime(key.expiresAt)],
  ]
}

const stamp = statement(
  'api_key.stamp',
  `
update api_key k
set last_used_at = $3
where k.tenant_id = $1
  and k.id = $2
  and (k.last_used_at is null or k.last_used_at < $3)`,
)

/** Stores when a key was last used. Writes nothing when that is known already. */
export function stampApiKey(tx: TenantTx, keyId: KeyId, usedAt: number): void {
  tx.write(stamp, [keyId, isoTime(usedAt)])
}

const load = statement(
  'api_key.load',
  `
select ${shown}
from api_key k
where k.tenant_id = $1
  and ${byKey('k.id', '$2')}`,
)

/** The key of the tenant with this ID, whether it works or not. */
export async function loadApiKey(tx: TenantTx, keyId: KeyId): Promise<ApiKeyRow | null> {
  const [row] = await tx.rows<ApiKeyRow>(load, [keyId])
  return row ?? null
}

const working = statement(
  'api_key.working',
  `
select ${shown}
from api_key k
where k.tenant_id = $1
  and k.revoked_at is null
  and (k.expires_at is null or k.expires_at > $2)
order by k.id
limit 1000`,
)

/** The keys of the tenant that work now, oldest first. */
export function workingApiKeys(tx: TenantTx, now: number): Promise<ApiKeyRow[]> {
  return tx.rows<ApiKeyRow>(working, [isoTime(now)])
}

const revoke = statement(
  'api_key.revoke',
  `
update api_key k
set revoked_at = $3
where k.tenant_id = $1
  and k.id = $2
  and k.revoked_at is null`,
)

/** Takes a key out of service that is not revoked yet. */
export function revokeKey(tx: TenantTx, keyId: KeyId, now: number): void {
  tx.write(revoke, [keyId, isoTime(now)], 1)
}

const replace = statement(
  'api_key.replace',
  `
update api_key k
set expires_at = $3,
  replaced_by = $4
where k.tenant_id = $1
  and k.id = $2
  and k.replaced_by is null`,
)

/** Lets a key end at a time because another one replaces it. */
export function replaceKey(tx: TenantTx, keyId: KeyId, expiresAt: number, by: KeyId): void {
  tx.write(replace, [keyId, isoTime(expiresAt), by], 1)
}

const tenantOfKey = statement(
  'api_key.tenant',
  `
select k.tenant_id
from api_key k
where k.id = $1`,
)

/** The tenant of a key that an operator names by its ID alone. */
export async function findTenantOfKey(db: Database, keyId: KeyId): Promise<TenantId | null> {
  const [row] = await db.query<{ tenant_id: TenantId }>(tenantOfKey, [keyId])
  return row?.tenant_id ?? null
}

const keysOfTenant = statement(
  'api_key.all',
  `
select ${shown}
from api_key k
where k.tenant_id = $1
order by k.created_at desc, k.id desc`,
)

/** All keys that a tenant ever had, newest first. */
export function allApiKeys(db: Database, tenantId: TenantId): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(keysOfTenant, [tenantId])
}

const keyList = list({
  name: 'api_key.list',
  select: shown,
  table: 'api_key',
  alias: 'k',
  joins: '',
  filters: {},
})

/** A page of them. */
export function listApiKeys(
  tx: TenantTx,
  filter: FilterOf<typeof keyList>,
  now: number,
  request: PageRequest,
): Promise<Page<ApiKeyRow>> {
  return readPage(tx, keyList, filter, now, request)
}
