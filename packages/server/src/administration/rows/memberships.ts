import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { MerchantId, Mode, StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

const add = statement(
  'membership.insert',
  `
insert into membership (staff_id, merchant_id, role, created_at)
values ($1, $2, $3, $4)
on conflict (staff_id, merchant_id) do nothing
returning staff_id`,
)

/** Adds a person to a merchant's staff; false when they belong to it already. */
export async function insertMembership(
  tx: DirectoryTx,
  membership: { staffId: StaffId; merchantId: MerchantId; role: StaffRole; createdAt: number },
): Promise<boolean> {
  const { staffId, merchantId, role, createdAt } = membership
  return (await tx.rows(add, [staffId, merchantId, role, isoTime(createdAt)])).length === 1
}

const programsOfStaff = statement(
  'membership.programs',
  `
select m.id as merchant_id, m.name as merchant, b.role, t.id as tenant_id, t.mode
from membership b
join merchant m on m.id = b.merchant_id
left join tenant t on t.merchant_id = b.merchant_id and t.disabled_at is null
where b.staff_id = $1
order by m.name, m.id, t.created_at, t.id`,
)

/** A tenant of a merchant to whose staff a person belongs; one row without a tenant where it has none. */
export type StaffProgramRow = {
  merchant_id: MerchantId
  merchant: string
  role: StaffRole
  tenant_id: TenantId | null
  mode: Mode | null
}

/** The enabled tenants of all merchants to whose staff a person belongs. */
export function listStaffPrograms(db: Database, staffId: StaffId): Promise<StaffProgramRow[]> {
  return db.query<StaffProgramRow>(programsOfStaff, [staffId])
}

const homes = statement(
  'membership.homes',
  `
select h.tenant_id, h.email
from (
  select distinct on (b.merchant_id) t.id as tenant_id, s.email
  from membership b
  join staff s on s.id = b.staff_id
  join tenant t on t.merchant_id = b.merchant_id
  where b.staff_id = $1
  order by b.merchant_id, t.mode, t.created_at, t.id
) h
order by h.tenant_id`,
)

/** The oldest live tenant of a merchant, or its oldest one, and the address of the person. */
export type HomeRow = { tenant_id: TenantId; email: string }

/** One tenant of each merchant to whose staff a person belongs: its audit log has what concerns the merchant alone. */
export function listHomeTenants(db: Database, staffId: StaffId): Promise<HomeRow[]> {
  return db.query<HomeRow>(homes, [staffId])
}

const merchantOfTenant = statement('tenant.merchant_id', 'select merchant_id from tenant where id = $1')

/** The merchant whose tenant it is, disabled or not; null when there is no such tenant. */
export async function findMerchantId(tx: DirectoryTx, tenantId: TenantId): Promise<MerchantId | null> {
  const [row] = await tx.rows<{ merchant_id: MerchantId }>(merchantOfTenant, [tenantId])
  return row?.merchant_id ?? null
}
