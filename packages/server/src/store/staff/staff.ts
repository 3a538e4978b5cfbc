import type { StaffId } from '@goodword/domain/ids'
import type { Database } from '../driver/database.ts'
import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'

const add = statement(
  'staff.insert',
  `
insert into staff (id, name, email, email_verified, is_demo, created_at, updated_at)
values ($1, $2, $3, true, $4, $5, $5)
on conflict (email) do nothing
returning id`,
)

export type NewStaff = {
  readonly id: StaffId
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly isDemo: boolean
  readonly createdAt: number
}

/** Adds a person; false when the address is known already. */
export async function insertStaff(tx: DirectoryTx, staff: NewStaff): Promise<boolean> {
  const { id, name, email, isDemo, createdAt } = staff
  return (await tx.rows(add, [id, name, email, isDemo, isoTime(createdAt)])).length === 1
}

const byEmail = statement('staff.find_by_email', 'select id, name from staff where email = $1')

/** The person with an address in lower case, or null. */
export async function findStaffByEmail(
  tx: DirectoryTx,
  email: string,
): Promise<{ id: StaffId; name: string } | null> {
  const [row] = await tx.rows<{ id: StaffId; name: string }>(byEmail, [email])
  return row ?? null
}

const anyone = statement('staff.any', 'select id from staff where not is_demo limit 1')

/** Whether an installation has staff, besides that of the demo merchant. */
export async function hasStaff(db: Database): Promise<boolean> {
  return (await db.query(anyone, [])).length > 0
}

const addPassword = statement(
  'staff_credential.insert_password',
  `
insert into staff_credential (id, staff_id, provider, subject, password, created_at, updated_at)
values ($1, $2::uuid, 'credential', $2::text, $3, $4, $4)
on conflict (provider, subject) do update
set password = excluded.password, updated_at = excluded.updated_at`,
)

/** Sets a person's password, as the authentication library stores it. */
export async function setPassword(
  tx: DirectoryTx,
  { id, staffId, hash, now }: { id: string; staffId: StaffId; hash: string; now: number },
): Promise<void> {
  await tx.rows(addPassword, [id, staffId, hash, isoTime(now)])
}

const endAll = statement('staff_session.delete_all', 'delete from staff_session where staff_id = $1')

/** Ends all sessions of a person. */
export async function endSessions(tx: DirectoryTx, staffId: StaffId): Promise<void> {
  await tx.rows(endAll, [staffId])
}

const rename = statement('staff.rename', 'update staff set name = $2, updated_at = $3 where id = $1')

export async function renameStaff(db: Database, staffId: StaffId, name: string, now: number): Promise<void> {
  await db.query(rename, [staffId, name, isoTime(now)])
}

const disableFactor = statement(
  'staff.disable_two_factor',
  'update staff set two_factor_enabled = false where id = $1',
)
const removeFactor = statement('staff_two_factor.delete', 'delete from staff_two_factor where staff_id = $1')
const removePasskeys = statement('staff_passkey.delete_all', 'delete from staff_passkey where staff_id = $1')

/** Removes the authenticator app, the recovery codes and the passkeys of a person. */
export async function removeSecondFactors(tx: DirectoryTx, staffId: StaffId): Promise<void> {
  for (const it of [disableFactor, removeFactor, removePasskeys]) await tx.rows(it, [staffId])
}
