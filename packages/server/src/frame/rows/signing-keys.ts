import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../engine/lists/list.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { Tables } from '../../engine/tables.generated.ts'

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

const liveKeysAfter = statement(
  'signing_key.live_after',
  `
select id, tenant_id, secret_box
from signing_key
where id > $1
  and revoked_at is null
  and (expires_at is null or expires_at > $2)
order by id
limit $3`,
)

export type SealedSigningKey = Pick<Tables['signing_key'], 'tenant_id' | 'secret_box'> & { id: KeyId }

const KEYS_AT_ONCE = 1000
/** All keys that may be signed with, of all tenants, read as they are needed. */
export async function* liveSigningKeysOfAll(db: Database, now: number): AsyncGenerator<SealedSigningKey> {
  for (let after: string = NIL; ; ) {
    const rows = await db.query<SealedSigningKey>(liveKeysAfter, [after, isoTime(now), KEYS_AT_ONCE])
    yield* rows
    if (rows.length < KEYS_AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}

const present = statement(
  'signing_key.present',
  `
select k.id, k.secret_box, k.created_at, k.expires_at
from signing_key k
where k.tenant_id = $1
  and k.revoked_at is null
order by k.created_at desc, k.id desc
limit 100`,
)

/** A key with when it was created. */
export type DatedSigningKeyRow = SigningKeyRow & Pick<Tables['signing_key'], 'created_at'>

/** The newest keys of the tenant, those that have ended included, newest first. */
export function presentSigningKeys(tx: TenantTx): Promise<DatedSigningKeyRow[]> {
  return tx.rows<DatedSigningKeyRow>(present, [])
}

const endKey = statement(
  'signing_key.expire',
  `
update signing_key k
set expires_at = least(k.expires_at, $3::timestamptz)
where k.tenant_id = $1
  and k.id = $2`,
)

/** Lets a key end at a time, or sooner if it was to. */
export function expireSigningKey(tx: TenantTx, keyId: KeyId, expiresAt: number): void {
  tx.write(endKey, [keyId, isoTime(expiresAt)], 1)
}

const INSERT = `
insert into signing_key (tenant_id, id, secret_box, created_at)
values ($1, $2, $3, $4)
on conflict (id) do nothing
returning id`

/** Both kinds of transaction prepare statements, each by its own means, so the names must differ on a connection. */
const insert = statement('signing_key.insert', INSERT)
const insertInDirectory = statement('signing_key.insert_in_directory', INSERT)

export type NewSigningKey = { readonly id: KeyId; readonly box: Buffer; readonly createdAt: number }

/** Adds a key of the tenant; false when it was there already, as in a repeated transaction. */
export async function insertSigningKey(
  tx: TenantTx,
  { id, box, createdAt }: NewSigningKey,
): Promise<boolean> {
  return (await tx.rows(insert, [id, box, isoTime(createdAt)])).length === 1
}

/** Adds the first key of a tenant that is created in the same transaction. */
export async function insertFirstSigningKey(
  tx: DirectoryTx,
  tenantId: TenantId,
  { id, box, createdAt }: NewSigningKey,
): Promise<void> {
  await tx.rows(insertInDirectory, [tenantId, id, box, isoTime(createdAt)])
}

const keysOfTenant = statement(
  'signing_key.all',
  `
select id, created_at, expires_at, revoked_at
from signing_key
where tenant_id = $1
order by created_at desc, id desc`,
)

/** The columns of a signing key that may be shown. */
export type SigningKeyDates = Omit<Tables['signing_key'], 'tenant_id' | 'secret_box'>

/** All signing keys that a tenant ever had, newest first. */
export function allSigningKeys(db: Database, tenantId: TenantId): Promise<SigningKeyDates[]> {
  return db.query<SigningKeyDates>(keysOfTenant, [tenantId])
}

const keyList = list({
  name: 'signing_key.list',
  select: 'k.id, k.created_at, k.expires_at, k.revoked_at',
  table: 'signing_key',
  alias: 'k',
  joins: '',
  filters: {},
})

/** A page of them. */
export function listSigningKeys(
  tx: TenantTx,
  filter: FilterOf<typeof keyList>,
  now: number,
  request: PageRequest,
): Promise<Page<SigningKeyDates>> {
  return readPage(tx, keyList, filter, now, request)
}
