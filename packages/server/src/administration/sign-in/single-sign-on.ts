import type { StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { takeInvitationsOf } from '../rows/invitations.ts'
import { findStaffByEmail, insertStaff } from '../rows/staff.ts'
import { join } from './accept-invitation.ts'
import { proveAddress } from './prove-address.ts'

/** The name of single sign-on on the sign-in page; null where there is none. */
export function ssoOf({ sso }: Context): { readonly name: string } | null {
  return sso === null ? null : { name: sso.name }
}

/**
 * Creates the account of a person who is invited and signs in for the first time, by an address that the provider has
 * verified. Others get no account. For an account that is known, it is a proof of its address.
 */
export async function admitInvited(ctx: Context, email: string, name: string): Promise<void> {
  const createdAt = ctx.clock.now()
  await inDirectory(ctx.db, async (tx) => {
    const known = await findStaffByEmail(tx, email)
    if (known !== null) {
      if (known.address_proven_at === null) await proveAddress(tx, ctx, known.id)
      return
    }
    const invitations = await takeInvitationsOf(tx, email, createdAt)
    if (invitations.length === 0) return
    const staffId = ctx.ids.make<StaffId>(createdAt)
    await insertStaff(tx, { id: staffId, name, email, isDemo: false, isAddressProven: true, createdAt })
    for (const invitation of invitations) await join(tx, ctx, staffId, invitation)
  })
}
