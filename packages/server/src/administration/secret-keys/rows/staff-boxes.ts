import type { Database } from '../../../engine/driver/database.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { Tables } from '../../../engine/tables.generated.ts'
import { BOXES_AT_ONCE, type StaleBox } from './tenant-boxes.ts'

const staleMails = statement(
  'staff_mail.stale',
  `
select id, text_box as box
from staff_mail
where id > $1
  and substring(text_box from 1 for 5) <> $2
order by id
limit $3`,
)

/** Texts of e-mails to staff, by their IDs after one, that do not begin like the boxes of the current key. */
export function staleStaffMails(db: Database, after: string, current: Buffer): Promise<StaleBox[]> {
  return db.query<StaleBox>(staleMails, [after, current, BOXES_AT_ONCE])
}

const replaceMail = statement(
  'staff_mail.replace_text',
  'update staff_mail set text_box = $3 where id = $1 and text_box = $2 returning id',
)

/** Replaces a text, unless another took its place meanwhile: false then. */
export async function replaceStaffMail(db: Database, { id, box }: StaleBox, by: Buffer): Promise<boolean> {
  return (await db.query(replaceMail, [id, box, by])).length === 1
}

export type SecondFactorRow = Pick<Tables['staff_two_factor'], 'id' | 'secret' | 'backup_codes'>

const factors = statement(
  'staff_two_factor.after',
  `
select id, secret, backup_codes
from staff_two_factor
where id > $1
order by id
limit $2`,
)

/** Second factors of staff, by their IDs after one. */
export function secondFactorsAfter(db: Database, after: string): Promise<SecondFactorRow[]> {
  return db.query<SecondFactorRow>(factors, [after, BOXES_AT_ONCE])
}

const replaceFactor = statement(
  'staff_two_factor.replace',
  `
update staff_two_factor
set secret = $4, backup_codes = $5
where id = $1
  and secret = $2
  and backup_codes = $3
returning id`,
)

/** Replaces the encrypted fields of a second factor, unless it was changed meanwhile: false then. */
export async function replaceSecondFactor(
  db: Database,
  { id, secret, backup_codes }: SecondFactorRow,
  by: Pick<SecondFactorRow, 'secret' | 'backup_codes'>,
): Promise<boolean> {
  return (await db.query(replaceFactor, [id, secret, backup_codes, by.secret, by.backup_codes])).length === 1
}
