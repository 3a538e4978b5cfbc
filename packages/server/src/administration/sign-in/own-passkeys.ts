import type { StaffId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { deletePasskey, listPasskeys } from '../rows/passkeys.ts'

export type OwnPasskey = {
  readonly id: string
  readonly name: string | null
  readonly createdAt: number | null
}

export async function readOwnPasskeys(ctx: Context, staffId: StaffId): Promise<readonly OwnPasskey[]> {
  const rows = await listPasskeys(ctx.db, staffId)
  return rows.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at }))
}

/** Deletes a passkey of a person. A passkey that is gone already is no error. */
export function deleteOwnPasskey(ctx: Context, staffId: StaffId, id: string): Promise<void> {
  return deletePasskey(ctx.db, staffId, id)
}
