import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import { byKey, deleteByCtid } from '../../../engine/driver/by-key.ts'
import type { Database } from '../../../engine/driver/database.ts'
import {
  columnList,
  isoTime,
  type RowOf,
  rowInsert,
  rowUpdate,
  sendRows,
} from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'
import { tenantIdsOf } from '../../../frame/rows/tenant-ids.ts'

/** An e-mail to a user. Times are of the tenant's clock. */
export type MailRow = Omit<Tables['mail'], 'tenant_id'>

const insert = rowInsert('mail', { onConflict: 'on conflict (tenant_id, kind, subject, ends_at) do nothing' })
const update = rowUpdate('mail', ['kind', 'subject', 'ends_at', 'referral_id', 'reward_id', 'created_at'])

/** Adds e-mails, except for those of a kind, a subject and an end that exist. */
export function insertMails(tx: TenantTx, mails: readonly RowOf<'mail'>[]): void {
  sendRows(tx, insert, mails)
}

/** Stores a row that was locked and changed. */
export function updateMail(tx: TenantTx, mail: RowOf<'mail'>): void {
  sendRows(tx, update, [mail])
}

const lock = statement(
  'mail.lock',
  `
select ${columnList('m', 'mail')}
from mail m
where m.tenant_id = $1
  and ${byKey('m.id', '$2')}
for update`,
)

export async function lockMail(tx: TenantTx, id: string): Promise<MailRow | null> {
  const [row] = await tx.rows<MailRow>(lock, [id])
  return row ?? null
}

const due = statement(
  'mail.due',
  `
select m.id, m.due_at
from mail m
where m.tenant_id = $1
  and m.finished_at is null
order by m.due_at, m.id
limit $2`,
)

/** The e-mails that are to be sent next, the earliest first, due or not. */
export function nextMails(tx: TenantTx, limit: number): Promise<{ id: string; due_at: number }[]> {
  return tx.rows(due, [limit])
}

const sentTo = statement(
  'mail.count_sent_to',
  `
select count(*) as sent
from (
  select m.kind
  from mail m
  where m.tenant_id = $1
    and m.state = 'SENT'
    and m.user_id between $2 and $2
    and m.finished_at > $3
  order by m.user_id, m.finished_at
  limit 1000
) as m
where m.kind = $4`,
)

/** How many e-mails of a kind were sent to a person after a time; of the first thousand of all kinds. */
export async function countSentTo(
  tx: TenantTx,
  user: UserKey,
  kind: MailRow['kind'],
  after: number,
): Promise<number> {
  const [row] = await tx.rows<{ sent: number }>(sentTo, [user, isoTime(after), kind])
  return row?.sent ?? 0
}

const toStrangers = statement(
  'mail.links_to_strangers',
  `
select count(*)::int as sent
from (
  select
  from mail x
  where x.tenant_id = $1
    and x.finished_at > $2
    and x.kind = 'PAGE_SIGN_IN'
    and x.user_id is null
    and x.state in ('SENT', 'KEPT')
  order by x.finished_at
  limit $3
) as found`,
)

/** How many links to the hosted page went to addresses of no user after a time; at most `limit`. */
export async function countLinksToStrangers(tx: TenantTx, after: number, limit: number): Promise<number> {
  const [row] = await tx.rows<{ sent: number }>(toStrangers, [isoTime(after), limit])
  return row?.sent ?? 0
}

const forget = statement(
  'mail.forget',
  `${deleteByCtid(
    'mail',
    `y.finished_at <= $2
  order by y.finished_at
  limit $3
  for update skip locked`,
  )}
returning x.id`,
)

/** Deletes up to `limit` e-mails finished until a time; returns how many. */
export async function deleteMails(tx: TenantTx, finishedUntil: number, limit: number): Promise<number> {
  return (await tx.rows(forget, [isoTime(finishedUntil), limit])).length
}

const oldOnes = statement(
  'mail.tenants_with_old',
  'select app.tenants_with_old_mails($3, $1, $2) as tenant_id',
)

/** The tenants with e-mails finished until a time of the machine's clock; those of a test clock by as much more. */
export function tenantsWithOldMails(db: Database, finishedUntil: number): AsyncIterable<TenantId> {
  return tenantIdsOf(db, oldOnes, [isoTime(finishedUntil)])
}
