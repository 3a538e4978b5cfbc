import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { FullUserRow } from '../users/rows/users.ts'
import { loadTrustedUsers } from './rows/users-by-address.ts'

/** An address may have that many users; further ones are not offered. */
const MAX_USERS = 50

/** An address as links are sent to it and compared with those of users; null for one that no mailbox has. */
export function linkAddress(email: string): string | null {
  return deliverableAddress(email)?.toLowerCase() ?? null
}

/**
 * The users that an address signs in, the first known first: those with this very address, and not with another spelling of
 * the mailbox. An address that only unsigned browser calls reported signs no one in: anyone can report
 * theirs for a user of another person's account.
 */
export async function usersOfAddress(tx: TenantTx, address: string): Promise<readonly FullUserRow[]> {
  const rows = await loadTrustedUsers(tx, emailKey(address), MAX_USERS)
  return rows.filter((it) => hasAddress(it, address))
}

export function hasAddress({ email, email_trusted }: FullUserRow, address: string): boolean {
  return email_trusted && email !== null && linkAddress(email) === address
}
