import type { StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../../store/driver/directory-tx.ts'
import { endAssistantsOf } from '../../../store/staff/staff.ts'
import { deleteAssistant, listAssistants } from '../../../store/staff/staff-assistants.ts'
import type { Context } from '../../foundation/context.ts'

export type OwnAssistant = {
  readonly id: string
  readonly name: string
  readonly tenantAlias: string
  readonly mayWrite: boolean
  readonly allowedAt: number
}

/** The assistants that a person has connected, the newest first. */
export async function readOwnAssistants(ctx: Context, staffId: StaffId): Promise<readonly OwnAssistant[]> {
  const rows = await listAssistants(ctx.db, staffId, ctx.clock.now())
  return rows.map((row) => ({
    id: row.id,
    name: row.client_name,
    tenantAlias: row.tenant_id,
    mayWrite: row.may_write,
    allowedAt: row.created_at,
  }))
}

/** Ends what an assistant of the person may do, at once. One that has ended already is no error. */
export async function removeOwnAssistant(ctx: Context, staffId: StaffId, id: string): Promise<void> {
  await deleteAssistant(ctx.db, staffId, id)
}

/** Ends what all assistants of the person may do, as after a change of their password. */
export function removeAllOwnAssistants(ctx: Context, staffId: StaffId): Promise<void> {
  return inDirectory(ctx.db, (tx) => endAssistantsOf(tx, staffId))
}
