import type { Mode, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

export type ListedTenant = {
  readonly alias: TenantId
  readonly merchant: string
  readonly mode: Mode
  readonly enabled: boolean
  readonly dateCreated: number
  readonly dateDisabled: number | null
}

const allTenants = statement(
  'tenant.list',
  `
select t.id as alias, m.name as merchant, t.mode, t.disabled_at is null as enabled,
  t.created_at as "dateCreated", t.disabled_at as "dateDisabled"
from tenant t
join merchant m on m.id = t.merchant_id
order by t.created_at, t.id`,
)

/** Every tenant, the first one in front. */
export function listTenants(db: Database): Promise<readonly ListedTenant[]> {
  return db.query<ListedTenant>(allTenants, [])
}

const disable = statement(
  'tenant.disable',
  `
update tenant
set disabled_at = $2
where id = $1
  and disabled_at is null
returning id`,
)

/** False when it is disabled already. */
export async function disableTenant(tx: DirectoryTx, tenantId: TenantId, now: number): Promise<boolean> {
  return (await tx.rows(disable, [tenantId, isoTime(now)])).length === 1
}

const enable = statement(
  'tenant.enable',
  `
update tenant
set disabled_at = null
where id = $1
  and disabled_at is not null
returning id`,
)

/** False when it is enabled already. */
export async function enableTenant(tx: DirectoryTx, tenantId: TenantId): Promise<boolean> {
  return (await tx.rows(enable, [tenantId])).length === 1
}

/** The usage of a tenant's links, which stop working with it. */
export type LinkUse = {
  /** Codes that are enabled, and so share links, among the first `MAX_COUNTED`. */
  codes: number
  /** Whether more codes were there than were counted. */
  more: boolean
  /** Clicks since a moment. */
  clicks: number
}

const MAX_COUNTED = 100_000

const uses = statement(
  'tenant.link_use',
  `
select coded.codes, coded.more,
  (select count(*) from click k where k.tenant_id = $1 and k.clicked_at >= $2)::int4 as clicks
from (
  select count(*) filter (where counted.disabled_at is null)::int4 as codes, count(*) > $3 as more
  from (select c.disabled_at from referral_code c where c.tenant_id = $1 limit $3 + 1) counted
) coded`,
)

export async function readLinkUse(tx: TenantTx, since: number): Promise<LinkUse> {
  const [row] = await tx.rows<LinkUse>(uses, [isoTime(since), MAX_COUNTED])
  return row ?? { codes: 0, more: false, clicks: 0 }
}
