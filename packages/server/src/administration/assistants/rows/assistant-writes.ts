import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../../engine/driver/database.ts'
import type { DirectoryTx } from '../../../engine/driver/directory-tx.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'

export type AssistantWriteState = 'WAITING' | 'CONFIRMED' | 'DONE' | 'REFUSED' | 'FAILED'

export type AssistantWriteRow = {
  id: string
  assistant_id: string
  tool: string
  input: unknown
  state: AssistantWriteState
  error_code: string | null
  created_at: number
  decided_at: number | null
}

const COLUMNS = 'w.id, w.assistant_id, w.tool, w.input, w.state, w.error_code, w.created_at, w.decided_at'

const lock = statement(
  'staff_assistant.lock',
  'select a.id from staff_assistant a where a.id = $1 for update',
)

/** Makes the requests of an assistant follow one another; false if it has ended. */
export async function lockAssistant(tx: DirectoryTx, assistantId: string): Promise<boolean> {
  return (await tx.rows(lock, [assistantId])).length === 1
}

const same = statement(
  'staff_assistant_write.find_same',
  `
select ${COLUMNS}
from staff_assistant_write w
where w.assistant_id = $1
  and w.tool = $2
  and w.input = $3::jsonb
  and w.expires_at > $4
  and (w.state in ('WAITING', 'CONFIRMED') or (w.state in ('DONE', 'REFUSED') and w.decided_at > $5))
order by w.created_at desc
limit 1`,
)

/** Finds the same write of an assistant that waits, or was decided after `decidedAfter`. */
export async function findSameWrite(
  tx: DirectoryTx,
  { assistantId, tool, input }: Pick<NewAssistantWrite, 'assistantId' | 'tool' | 'input'>,
  now: number,
  decidedAfter: number,
): Promise<AssistantWriteRow | null> {
  const values = [assistantId, tool, JSON.stringify(input), isoTime(now), isoTime(decidedAfter)]
  const [row] = await tx.rows<AssistantWriteRow>(same, values)
  return row ?? null
}

const counted = statement(
  'staff_assistant_write.list_counted',
  `
select w.tool, w.input, w.state
from staff_assistant_write w
where w.assistant_id = $1
  and w.expires_at > $2
  and w.state in ('WAITING', 'CONFIRMED', 'DONE')`,
)

export type CountedWriteRow = Pick<AssistantWriteRow, 'tool' | 'input' | 'state'>

/** Lists the writes of an assistant in the last day, and those that wait. */
export function listCountedWrites(
  tx: DirectoryTx,
  assistantId: string,
  now: number,
): Promise<CountedWriteRow[]> {
  return tx.rows<CountedWriteRow>(counted, [assistantId, isoTime(now)])
}

const add = statement(
  'staff_assistant_write.insert',
  `
insert into staff_assistant_write (id, assistant_id, tool, input, state, created_at, expires_at)
values ($1, $2, $3, $4, 'WAITING', $5, $6)`,
)

export type NewAssistantWrite = {
  readonly id: string
  readonly assistantId: string
  readonly tool: string
  readonly input: unknown
  readonly createdAt: number
  readonly expiresAt: number
}

export async function insertAssistantWrite(tx: DirectoryTx, it: NewAssistantWrite): Promise<void> {
  const { id, assistantId, tool, input, createdAt, expiresAt } = it
  await tx.rows(add, [id, assistantId, tool, JSON.stringify(input), isoTime(createdAt), isoTime(expiresAt)])
}

const one = statement(
  'staff_assistant_write.find',
  `
select ${COLUMNS}
from staff_assistant_write w
where w.id = $1
  and w.assistant_id = $2
  and w.expires_at > $3`,
)

export async function findAssistantWrite(
  db: Database,
  id: string,
  assistantId: string,
  now: number,
): Promise<AssistantWriteRow | null> {
  const [row] = await db.query<AssistantWriteRow>(one, [id, assistantId, isoTime(now)])
  return row ?? null
}

const take = statement(
  'staff_assistant_write.confirm',
  `
update staff_assistant_write w
set state = 'CONFIRMED', decided_at = coalesce(w.decided_at, $3), expires_at = $4
where w.id = $1
  and w.assistant_id = $2
  and w.state in ('WAITING', 'CONFIRMED')
  and w.expires_at > $3
returning ${COLUMNS}`,
)

/** Takes a write that waits, or whose work was cut off, as confirmed; null if it is neither. */
export async function confirmAssistantWrite(
  db: Database,
  { id, assistantId }: { readonly id: string; readonly assistantId: string },
  now: number,
  expiresAt: number,
): Promise<AssistantWriteRow | null> {
  const [row] = await db.query<AssistantWriteRow>(take, [id, assistantId, isoTime(now), isoTime(expiresAt)])
  return row ?? null
}

const refuse = statement(
  'staff_assistant_write.refuse',
  `
update staff_assistant_write
set state = 'REFUSED', decided_at = $3
where id = $1
  and assistant_id = $2
  and state = 'WAITING'`,
)

export async function refuseAssistantWrite(
  db: Database,
  id: string,
  assistantId: string,
  now: number,
): Promise<void> {
  await db.query(refuse, [id, assistantId, isoTime(now)])
}

const settle = statement(
  'staff_assistant_write.finish',
  `
update staff_assistant_write
set state = case when $3::text is null then 'DONE' else 'FAILED' end, error_code = $3
where id = $1
  and assistant_id = $2
  and state = 'CONFIRMED'`,
)

/** Notes that a confirmed write is done, or the code with which it was refused. */
export async function finishAssistantWrite(
  db: Database,
  id: string,
  assistantId: string,
  errorCode: string | null,
): Promise<void> {
  await db.query(settle, [id, assistantId, errorCode])
}

const waiting = statement(
  'staff_assistant_write.list_waiting',
  `
select ${COLUMNS}, a.client_name
from staff_assistant a
join staff_assistant_write w on w.assistant_id = a.id
where a.staff_id = $1
  and a.tenant_id = $2
  and w.state in ('WAITING', 'CONFIRMED')
  and w.expires_at > $3
order by w.created_at desc, w.id desc
limit $4`,
)

export type WaitingWriteRow = AssistantWriteRow & { client_name: string }

/** Lists the pending writes of a person's assistants in a program, the newest first. */
export function listWaitingWrites(
  db: Database,
  staffId: StaffId,
  tenantId: TenantId,
  now: number,
  limit: number,
): Promise<WaitingWriteRow[]> {
  return db.query<WaitingWriteRow>(waiting, [staffId, tenantId, isoTime(now), limit])
}

const own = statement(
  'staff_assistant_write.find_own',
  `
select w.id, w.assistant_id, w.state, a.client_name, a.tenant_id
from staff_assistant_write w
join staff_assistant a on a.id = w.assistant_id
where w.id = $1
  and a.staff_id = $2
  and w.expires_at > $3`,
)

export type OwnWriteRow = Pick<AssistantWriteRow, 'id' | 'assistant_id' | 'state'> & {
  client_name: string
  tenant_id: TenantId
}

/** A write that an assistant of the person wants. */
export async function findOwnWrite(
  db: Database,
  id: string,
  staffId: StaffId,
  now: number,
): Promise<OwnWriteRow | null> {
  const [row] = await db.query<OwnWriteRow>(own, [id, staffId, isoTime(now)])
  return row ?? null
}

const expired = statement(
  'staff_assistant_write.delete_expired',
  'delete from staff_assistant_write where expires_at <= $1',
)

/** Deletes writes that were not decided within a day, or were decided a day ago. */
export async function deleteExpiredWrites(db: Database, now: number): Promise<void> {
  await db.query(expired, [isoTime(now)])
}

const about = statement(
  'staff_assistant_write.delete_about',
  `
delete from staff_assistant_write w
using staff_assistant a
where a.id = w.assistant_id
  and a.tenant_id = $1
  and w.input ->> 'accountId' = $2
  and ($3::text is null or w.input ->> 'userId' = $3)`,
)

/** Deletes what assistants want for an account, or for one of its users. */
export async function deleteWritesAbout(
  db: Database,
  tenantId: TenantId,
  accountId: string,
  userId: string | null,
): Promise<void> {
  await db.query(about, [tenantId, accountId, userId])
}
