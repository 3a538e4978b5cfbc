import type { Member } from '@goodword/contract/staff/staff'
import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { listMembers } from '../rows/members.ts'
import { staffNotFound } from './team-refusals.ts'

/** The staff of a tenant's merchant, by name. */
export function listTeam(ctx: Context, tenantId: TenantId): Promise<readonly Member[]> {
  return listMembers(ctx.db, tenantId)
}

/**
 * One person of the staff of a tenant's merchant.
 *
 * @throws Refusal STAFF_NOT_FOUND
 */
export async function readMember(ctx: Context, tenantId: TenantId, staffId: StaffId): Promise<Member> {
  const member = (await listTeam(ctx, tenantId)).find((it) => it.id === staffId)
  if (member === undefined) throw staffNotFound()
  return member
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
