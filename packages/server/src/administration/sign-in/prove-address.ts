import type { StaffId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { deleteCredentials, endSessions, markAddressProven, removeSecondFactors } from '../rows/staff.ts'
import { deleteLinksOf } from '../rows/staff-links.ts'

/**
 * Notes the first proof that an account belongs to the owner of its address. Whatever was set up before it, anybody may have set up who
 * got hold of an invitation: passwords, passkeys, second factors, sessions and one-time links end.
 */
export async function proveAddress(tx: DirectoryTx, { clock }: Context, staffId: StaffId): Promise<void> {
  await deleteCredentials(tx, staffId)
  await removeSecondFactors(tx, staffId)
  await endSessions(tx, staffId)
  await deleteLinksOf(tx, staffId)
  await markAddressProven(tx, staffId, clock.now())
}
