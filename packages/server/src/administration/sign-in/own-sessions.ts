import type { StaffId } from '@goodword/domain/values/ids'
import { systemClock } from '../../engine/foundation/clock.ts'
import type { Context } from '../../frame/context.ts'
import { renameStaff } from '../rows/staff.ts'
import { deleteSessions, listSessions } from '../rows/staff-sessions.ts'

export type OwnSession = {
  readonly id: string
  readonly current: boolean
  readonly signedInAt: number
  readonly lastUsedAt: number
  readonly address: string | null
  readonly userAgent: string | null
}

/** The sessions of a person, the latest sign-in first. */
export async function readOwnSessions(
  ctx: Context,
  staffId: StaffId,
  currentId: string,
): Promise<readonly OwnSession[]> {
  const rows = await listSessions(ctx.db, staffId, systemClock.now())
  return rows.map((row) => ({
    id: row.id,
    current: row.id === currentId,
    signedInAt: row.created_at,
    lastUsedAt: row.updated_at,
    address: row.ip_address === '' ? null : row.ip_address,
    userAgent: row.user_agent === '' ? null : row.user_agent,
  }))
}

/** Ends one session of a person, or all but the current one. A session that has ended already is no error. */
export async function endOwnSessions(
  ctx: Context,
  staffId: StaffId,
  which: { readonly id: string } | { readonly exceptId: string },
): Promise<void> {
  const values = 'id' in which ? { id: which.id, exceptId: null } : { id: null, exceptId: which.exceptId }
  await deleteSessions(ctx.db, staffId, values)
}

export async function changeOwnName(ctx: Context, staffId: StaffId, name: string): Promise<void> {
  await renameStaff(ctx.db, staffId, name, systemClock.now())
}
