import type { Member } from '@goodword/contract/staff/staff'
import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { listMembers, type MemberRow } from '../rows/members.ts'
import { staffNotFound } from './team-refusals.ts'

/** The staff of a tenant's merchant, by name. */
export async function listTeam(ctx: Context, tenantId: TenantId): Promise<Member[]> {
  return (await listMembers(ctx.db, tenantId)).map(memberOf)
}

/**
 * One person of the staff of a tenant's merchant.
 *
 * @throws Refusal STAFF_NOT_FOUND
 */
export async function readMember(ctx: Context, tenantId: TenantId, staffId: StaffId): Promise<Member> {
  const row = (await listMembers(ctx.db, tenantId)).find((it) => it.id === staffId)
  if (row === undefined) throw staffNotFound()
  return memberOf(row)
}

/**
 * The person of the staff of a tenant's merchant who signs in with an address.
 *
 * @throws Refusal STAFF_NOT_FOUND
 */
export async function memberByEmail(ctx: Context, tenantId: TenantId, email: string): Promise<Member> {
  const member = (await listTeam(ctx, tenantId)).find((it) => it.email === email.toLowerCase())
  if (member === undefined) throw staffNotFound()
  return member
}

function memberOf(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    hasPassword: row.has_password,
    hasTwoFactor: row.has_two_factor,
    passkeys: row.passkeys,
    dateJoined: row.joined_at,
    dateLastSignIn: row.last_sign_in_at,
  }
}
