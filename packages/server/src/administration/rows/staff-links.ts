import type { StaffId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

/** The purpose of a one-time link: the first owner of an installation, a sign-in, or a new password. */
export type LinkPurpose = 'WELCOME' | 'ENTER' | 'RESET'

const add = statement(
  'staff_link.insert',
  `
insert into staff_link (token_hash, purpose, staff_id, created_at, expires_at)
values ($1, $2, $3, $4, $5)`,
)

export type NewLink = {
  readonly hash: Buffer
  readonly purpose: LinkPurpose
  readonly staffId: StaffId | null
  readonly createdAt: number
  readonly expiresAt: number
}

export async function insertLink(
  tx: DirectoryTx,
  { hash, purpose, staffId, createdAt, expiresAt }: NewLink,
): Promise<void> {
  await tx.rows(add, [hash, purpose, staffId, isoTime(createdAt), isoTime(expiresAt)])
}

const present = statement(
  'staff_link.find',
  `
select l.staff_id, s.email, s.address_proven_at
from staff_link l
left join staff s on s.id = l.staff_id
where l.token_hash = $1
  and l.purpose = $2
  and l.expires_at > $3`,
)

export type LinkRow = {
  staff_id: StaffId | null
  email: string | null
  address_proven_at: number | null
}

/** A link that can still be used. */
export async function findLink(
  db: Database,
  hash: Buffer,
  purpose: LinkPurpose,
  now: number,
): Promise<LinkRow | null> {
  const [row] = await db.query<LinkRow>(present, [hash, purpose, isoTime(now)])
  return row ?? null
}

const ofPurpose = statement(
  'staff_link.delete_of_purpose',
  `
delete from staff_link
where purpose = $1
  and staff_id is not distinct from $2::uuid
returning token_hash, expires_at`,
)

/**
 * Uses up a link together with all others for the same purpose and person, so that of any number of concurrent uses one
 * succeeds; false when this link is not among them.
 */
export async function takeLink(
  tx: DirectoryTx,
  { hash, purpose, staffId }: Pick<NewLink, 'hash' | 'purpose' | 'staffId'>,
  now: number,
): Promise<boolean> {
  const rows = await tx.rows<{ token_hash: Buffer; expires_at: number }>(ofPurpose, [purpose, staffId])
  return rows.some((it) => hash.equals(it.token_hash) && it.expires_at > now)
}

const ofStaff = statement('staff_link.delete_of_staff', 'delete from staff_link where staff_id = $1')

export async function deleteLinksOf(tx: DirectoryTx, staffId: StaffId): Promise<void> {
  await tx.rows(ofStaff, [staffId])
}

const expired = statement('staff_link.delete_expired', 'delete from staff_link where expires_at <= $1')

export async function deleteExpiredLinks(tx: DirectoryTx, now: number): Promise<void> {
  await tx.rows(expired, [isoTime(now)])
}
