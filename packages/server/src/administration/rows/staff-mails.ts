import type { MerchantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

export type StaffMailState = 'KEPT' | 'SENT' | 'FAILED'

const add = statement(
  'staff_mail.insert',
  `
insert into staff_mail (id, merchant_id, recipient, subject, text_box, state, created_at)
values ($1, $2, $3, $4, $5, 'KEPT', $6)`,
)

export type NewStaffMail = {
  readonly id: string
  readonly merchantId: MerchantId
  readonly recipient: string
  readonly subject: string
  readonly textBox: Buffer
  readonly createdAt: number
}

export async function insertStaffMail(db: Database, mail: NewStaffMail): Promise<void> {
  const { id, merchantId, recipient, subject, textBox, createdAt } = mail
  await db.query(add, [id, merchantId, recipient, subject, textBox, isoTime(createdAt)])
}

const settle = statement('staff_mail.settle', 'update staff_mail set state = $2 where id = $1')

export async function setStaffMailState(db: Database, id: string, state: StaffMailState): Promise<void> {
  await db.query(settle, [id, state])
}

const latest = statement(
  'staff_mail.list',
  `
select w.id, w.recipient, w.subject, w.text_box, w.state, w.created_at
from tenant t
join staff_mail w on w.merchant_id = t.merchant_id
where t.id = $1
  and w.created_at > $2
order by w.id desc
limit 100`,
)

export type StaffMailRow = {
  id: string
  recipient: string
  subject: string
  text_box: Buffer
  state: StaffMailState
  created_at: number
}

/** The latest e-mails to the staff of the merchant whose tenant it is. */
export function listStaffMails(db: Database, tenantId: string, since: number): Promise<StaffMailRow[]> {
  return db.query<StaffMailRow>(latest, [tenantId, isoTime(since)])
}

const one = statement(
  'staff_mail.find',
  `
select w.id, w.recipient, w.subject, w.text_box, w.state, w.created_at
from staff_mail w
where w.id = $1`,
)

export async function findStaffMail(db: Database, id: string): Promise<StaffMailRow | null> {
  const [row] = await db.query<StaffMailRow>(one, [id])
  return row ?? null
}

const old = statement('staff_mail.delete_old', 'delete from staff_mail where created_at <= $1')

export async function deleteStaffMailsBefore(db: Database, before: number): Promise<void> {
  await db.query(old, [isoTime(before)])
}
