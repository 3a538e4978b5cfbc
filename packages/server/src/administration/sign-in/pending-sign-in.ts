import type { StaffId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { staffAuth } from './staff-auth.ts'

/** Who gave the right password in this browser and has to enter a code; null for others. */
export async function pendingSignIn(ctx: Context, headers: Headers): Promise<StaffId | null> {
  const { api } = await staffAuth(ctx)
  const { staffId } = await api.readPendingSignIn({ headers })
  // Only the library writes there, the ID of a person of staff.
  return staffId === null ? null : (staffId as StaffId)
}
