import type { StaffId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

const add = statement(
  'staff.insert',
  `
insert into staff (id, name, email, email_verified, is_demo, created_at, updated_at, address_proven_at)
values ($1, $2, $3, true, $4, $5, $5, $6)
on conflict (email) do nothing
returning id`,
)

export type NewStaff = {
  readonly id: StaffId
  readonly name: string
  /** The address in lower case. */
  readonly email: string
  readonly isDemo: boolean
  /** Whether what the account is made by proves that the address is the person's. */
  readonly isAddressProven: boolean
  readonly createdAt: number
}

/** Adds a person; false when the address is known already. */
export async function insertStaff(tx: DirectoryTx, staff: NewStaff): Promise<boolean> {
  const { id, name, email, isDemo, isAddressProven, createdAt } = staff
  const at = isoTime(createdAt)
  return (await tx.rows(add, [id, name, email, isDemo, at, isAddressProven ? at : null])).length === 1
}

const byEmail = statement(
  'staff.find_by_email',
  'select id, name, address_proven_at from staff where email = $1',
)

/** `address_proven_at` is null for an account that may be that of another person than the owner of the address. */
export type StaffRow = { id: StaffId; name: string; address_proven_at: number | null }

/** The person with an address in lower case, or null. */
export async function findStaffByEmail(tx: DirectoryTx, email: string): Promise<StaffRow | null> {
  const [row] = await tx.rows<StaffRow>(byEmail, [email])
  return row ?? null
}

const prove = statement(
  'staff.prove_address',
  'update staff set address_proven_at = $2 where id = $1 and address_proven_at is null',
)

export async function markAddressProven(tx: DirectoryTx, staffId: StaffId, now: number): Promise<void> {
  await tx.rows(prove, [staffId, isoTime(now)])
}

const removeCredentials = statement(
  'staff_credential.delete_all',
  'delete from staff_credential where staff_id = $1',
)

/** Deletes the password of a person, and their accounts at OpenID providers. */
export async function deleteCredentials(tx: DirectoryTx, staffId: StaffId): Promise<void> {
  await tx.rows(removeCredentials, [staffId])
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

const endAssistants = statement(
  'staff_assistant.delete_all',
  'delete from staff_assistant where staff_id = $1',
)

/** Ends all that the assistants of a person may do. */
export async function endAssistantsOf(tx: DirectoryTx, staffId: StaffId): Promise<void> {
  await tx.rows(endAssistants, [staffId])
}

/** Ends all sessions of a person, and all that their assistants may do. */
export async function endSessions(tx: DirectoryTx, staffId: StaffId): Promise<void> {
  await tx.rows(endAll, [staffId])
  await endAssistantsOf(tx, staffId)
}

const rename = statement('staff.rename', 'update staff set name = $2, updated_at = $3 where id = $1')

/** Changes the name of a member of staff in a transaction. */
export async function changeStaffName(
  tx: DirectoryTx,
  staffId: StaffId,
  name: string,
  now: number,
): Promise<void> {
  await tx.rows(rename, [staffId, name, isoTime(now)])
}

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
