import { RECENT_SIGN_IN_MS, type StaffRole } from '@goodword/domain/staff/staff-role'
import type { MerchantId, StaffId, TenantId } from '@goodword/domain/values/ids'
import { systemClock } from '../../engine/foundation/clock.ts'
import type { Context } from '../../frame/context.ts'
import type { StaffMember } from '../../frame/staff-member.ts'
import { listStaffPrograms, type StaffProgramRow } from '../rows/memberships.ts'
import {
  endSession,
  findStaffAtTenant,
  findStaffSession,
  type StaffSessionRow,
} from '../rows/staff-sessions.ts'
import { storedToken } from './hashed-sessions.ts'
import { staffAuth } from './staff-auth.ts'

/** The token of the session cookie among these headers; null without one, or when its signature is wrong. */
export async function sessionToken(ctx: Context, headers: Headers): Promise<string | null> {
  const { api } = await staffAuth(ctx)
  const { token } = await api.readSessionToken({ headers })
  return token
}

/** The person of the tenant's staff to whose sign-in a session belongs, or null. */
export async function findStaffMember(
  ctx: Context,
  headers: Headers,
  alias: string,
): Promise<StaffMember | null> {
  const token = await sessionToken(ctx, headers)
  if (token === null) return null
  // The authentication library dates sessions by the machine's clock.
  const now = systemClock.now()
  const row = await findStaffAtTenant(ctx.db, storedToken(token), alias, now)
  if (row === null) return null
  const { signed_in_at, can_sign_in_again, ...member } = row
  return { ...member, isRecent: isRecent({ signed_in_at, can_sign_in_again }, now) }
}

type SignIn = Pick<StaffSessionRow, 'signed_in_at' | 'can_sign_in_again'>

/** Whether a sign-in is recent enough. A person who can only use a one-time link always passes. */
export function isRecent({ signed_in_at, can_sign_in_again }: SignIn, now: number): boolean {
  return !can_sign_in_again || now - signed_in_at < RECENT_SIGN_IN_MS
}

/** The session of these headers, whatever the tenant; null when there is none. */
export async function findSession(
  ctx: Context,
  headers: Headers,
): Promise<(StaffSessionRow & { readonly token: string }) | null> {
  const token = await sessionToken(ctx, headers)
  if (token === null) return null
  const row = await findSessionOfToken(ctx, token)
  return row === null ? null : { ...row, token }
}

/** The session of a token whose signature was checked, or that was just made. */
export function findSessionOfToken(ctx: Context, token: string): Promise<StaffSessionRow | null> {
  return findStaffSession(ctx.db, storedToken(token), systemClock.now())
}

export type StaffMerchant = {
  readonly id: MerchantId
  readonly name: string
  readonly role: StaffRole
  readonly programs: readonly StaffProgram[]
}
export type StaffProgram = {
  readonly name: string
  readonly live: TenantId | null
  readonly test: TenantId | null
}

/** The merchants to whose staff a person belongs, each with its programs. */
export async function readMerchants(ctx: Context, staffId: StaffId): Promise<readonly StaffMerchant[]> {
  const rows = await listStaffPrograms(ctx.db, staffId)
  const ids = [...new Set(rows.map((it) => it.merchant_id))]
  return ids.map((id) => merchantOf(rows.filter((it) => it.merchant_id === id)))
}

function merchantOf(rows: readonly StaffProgramRow[]): StaffMerchant {
  const [first] = rows
  if (first === undefined) throw new Error('row of a merchant not found')
  const aliases = rows.flatMap((it) => (it.tenant_id === null ? [] : [it.tenant_id]))
  const names = [...new Set(aliases.map((it) => it.replace(/^test_/, '')))]
  return {
    id: first.merchant_id,
    name: first.merchant,
    role: first.role,
    programs: names.map((name) => ({
      name,
      live: aliases.find((it) => it === name) ?? null,
      test: aliases.find((it) => it === `test_${name}`) ?? null,
    })),
  }
}

/** Ends one session, which its cookie does not hold any more. */
export async function endStaffSession(ctx: Context, token: string): Promise<void> {
  await endSession(ctx.db, storedToken(token))
}
