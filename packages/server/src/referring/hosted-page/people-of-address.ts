import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { PersonRow } from '../people/rows/people.ts'
import { loadTrustedPeople } from './rows/people-by-address.ts'

/** An address may have that many users; further ones are not offered. */
const MAX_PEOPLE = 50

/** An address as links are sent to it and compared with those of users; null for one that no mailbox has. */
export function linkAddress(email: string): string | null {
  return deliverableAddress(email)?.toLowerCase() ?? null
}

/**
 * The users that an address signs in, the first known first: those with this very address, and not with another spelling of
 * the mailbox. An address that only unsigned browser calls reported signs no one in: anyone can report
 * theirs for a user of another person's account.
 */
export async function peopleOfAddress(tx: TenantTx, address: string): Promise<readonly PersonRow[]> {
  const rows = await loadTrustedPeople(tx, emailKey(address), MAX_PEOPLE)
  return rows.filter((it) => hasAddress(it, address))
}

export function hasAddress({ email, email_trusted }: PersonRow, address: string): boolean {
  return email_trusted && email !== null && linkAddress(email) === address
}
