import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { MerchantId, StaffId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { statement } from '../../engine/driver/statement.ts'

const ofMerchant = statement(
  'membership.list',
  `
select s.id, s.name, s.email, b.role,
  exists (select from staff_credential c where c.staff_id = s.id and c.provider = 'credential') as "hasPassword",
  coalesce(f.verified, false) as "hasTwoFactor",
  (select count(*) from staff_passkey p where p.staff_id = s.id)::int4 as passkeys, b.created_at as "dateJoined",
  (select max(e.created_at) from staff_session e where e.staff_id = s.id) as "dateLastSignIn"
from tenant t
join membership b on b.merchant_id = t.merchant_id
join staff s on s.id = b.staff_id
left join staff_two_factor f on f.staff_id = s.id
where t.id = $1
order by s.name, s.id`,
)

export type MemberRow = {
  id: StaffId
  name: string
  email: string
  role: StaffRole
  hasPassword: boolean
  hasTwoFactor: boolean
  passkeys: number
  dateJoined: number
  dateLastSignIn: number | null
}

/** The staff of the merchant whose tenant it is, by name. */
export function listMembers(db: Database, tenantId: string): Promise<MemberRow[]> {
  return db.query<MemberRow>(ofMerchant, [tenantId])
}

const lock = statement(
  'membership.lock',
  `
select b.staff_id, b.role
from membership b
where b.merchant_id = $1
order by b.staff_id
for update`,
)

export type MemberRole = { staff_id: StaffId; role: StaffRole }

/** All members of a merchant's staff; other changes to the team wait until the transaction ends. */
export function lockMembers(tx: DirectoryTx, merchantId: MerchantId): Promise<MemberRole[]> {
  return tx.rows<MemberRole>(lock, [merchantId])
}

const setRole = statement(
  'membership.set_role',
  'update membership set role = $3 where merchant_id = $1 and staff_id = $2',
)

export async function setMemberRole(
  tx: DirectoryTx,
  merchantId: MerchantId,
  { staffId, role }: { readonly staffId: StaffId; readonly role: StaffRole },
): Promise<void> {
  await tx.rows(setRole, [merchantId, staffId, role])
}

const leave = statement(
  'membership.delete',
  'delete from membership where merchant_id = $1 and staff_id = $2',
)
const forget = statement(
  'staff.delete_without_membership',
  `
delete from staff
where id = $1
  and not exists (
    select
    from membership b
    where b.staff_id = staff.id
  )`,
)

/** Removes a person from a merchant's staff; who belongs to no other is deleted with their sessions. */
export async function deleteMember(tx: DirectoryTx, merchantId: MerchantId, staffId: StaffId): Promise<void> {
  await tx.rows(leave, [merchantId, staffId])
  await tx.rows(forget, [staffId])
}

const byEmail = statement(
  'membership.find_by_email',
  `
select b.staff_id, b.role
from staff s
join membership b on b.staff_id = s.id
where b.merchant_id = $1
  and s.email = $2`,
)

/** The member of a merchant's staff with an address in lower case, or null. */
export async function findMemberByEmail(
  tx: DirectoryTx,
  merchantId: MerchantId,
  email: string,
): Promise<MemberRole | null> {
  const [row] = await tx.rows<MemberRole>(byEmail, [merchantId, email])
  return row ?? null
}
