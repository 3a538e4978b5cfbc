import type { StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { linkNotValid, requireLink, useLink } from './one-time-links.ts'

/**
 * Redeems a one-time sign-in link; returns the staff member.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function enterByLink(ctx: Context, token: string): Promise<StaffId> {
  const { staff_id: staffId } = await requireLink(ctx, token, 'ENTER')
  if (staffId === null) throw linkNotValid()
  await inDirectory(ctx.db, (tx) => useLink(tx, ctx, token, 'ENTER', staffId))
  return staffId
}
