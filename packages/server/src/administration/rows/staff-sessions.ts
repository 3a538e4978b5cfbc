import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { MerchantId, Mode, StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

/** Whether the person `s` could sign in again; the demo owner came by a one-time link and has nothing else. */
const canSignInAgain = `(
    exists (select from staff_credential c where c.staff_id = s.id)
    or exists (select from staff_passkey p where p.staff_id = s.id)
  ) as can_sign_in_again`

const atTenant = statement(
  'staff_session.find_at_tenant',
  `
select s.id as "staffId", s.email, b.role, t.id as "tenantId", t.mode, t.merchant_id as "merchantId",
  e.created_at as signed_in_at,
  ${canSignInAgain}
from staff_session e
join staff s on s.id = e.staff_id
join tenant t on t.id = $2
join membership b on b.staff_id = e.staff_id and b.merchant_id = t.merchant_id
where e.token = $1
  and e.expires_at > $3
  and t.disabled_at is null`,
)

/** A person of the staff of a tenant's merchant. */
export type StaffAtTenantRow = {
  staffId: StaffId
  email: string
  role: StaffRole
  tenantId: TenantId
  mode: Mode
  merchantId: MerchantId
}
type SignedInRow = StaffAtTenantRow & { signed_in_at: number; can_sign_in_again: boolean }

/** Finds whose session it is, by the hash of its token, when they belong to the staff of the tenant's merchant. */
export async function findStaffAtTenant(
  db: Database,
  token: string,
  alias: string,
  now: number,
): Promise<SignedInRow | null> {
  const [row] = await db.query<SignedInRow>(atTenant, [token, alias, isoTime(now)])
  return row ?? null
}

const one = statement(
  'staff_session.find',
  `
select e.id, s.id as staff_id, s.name, s.email, s.is_demo, e.created_at as signed_in_at, e.expires_at,
  ${canSignInAgain},
  coalesce(f.verified, false) as has_two_factor,
  exists (
    select
    from staff_credential c
    where c.staff_id = s.id
      and c.provider = 'credential'
  ) as has_password,
  (select count(*) from staff_passkey p where p.staff_id = s.id)::int4 as passkeys
from staff_session e
join staff s on s.id = e.staff_id
left join staff_two_factor f on f.staff_id = s.id
where e.token = $1
  and e.expires_at > $2`,
)

export type StaffSessionRow = {
  id: string
  staff_id: StaffId
  name: string
  email: string
  is_demo: boolean
  signed_in_at: number
  can_sign_in_again: boolean
  expires_at: number
  has_two_factor: boolean
  has_password: boolean
  passkeys: number
}

/** The session of the hash of a token, while it lasts. */
export async function findStaffSession(
  db: Database,
  token: string,
  now: number,
): Promise<StaffSessionRow | null> {
  const [row] = await db.query<StaffSessionRow>(one, [token, isoTime(now)])
  return row ?? null
}

const end = statement('staff_session.delete', 'delete from staff_session where token = $1')

export async function endSession(db: Database, token: string): Promise<void> {
  await db.query(end, [token])
}

const ofStaff = statement(
  'staff_session.list',
  `
select e.id, e.created_at, e.updated_at, e.ip_address, e.user_agent
from staff_session e
where e.staff_id = $1
  and e.expires_at > $2
order by e.created_at desc, e.id desc`,
)

export type ListedSessionRow = {
  id: string
  created_at: number
  updated_at: number
  ip_address: string | null
  user_agent: string | null
}

/** The sessions of a person that last, the latest sign-in first. */
export function listSessions(db: Database, staffId: StaffId, now: number): Promise<ListedSessionRow[]> {
  return db.query<ListedSessionRow>(ofStaff, [staffId, isoTime(now)])
}

const endSome = statement(
  'staff_session.delete_some',
  `
delete from staff_session
where staff_id = $1
  and ($2::uuid is null or id = $2)
  and ($3::uuid is null or id <> $3)`,
)

/** Ends one session of a person, or all but one. */
export async function deleteSessions(
  db: Database,
  staffId: StaffId,
  { id, exceptId }: { readonly id: string | null; readonly exceptId: string | null },
): Promise<void> {
  await db.query(endSome, [staffId, id, exceptId])
}
