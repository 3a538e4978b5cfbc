import type { MerchantId, StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../../engine/driver/database.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { StaffAtTenantRow } from '../../rows/staff-sessions.ts'
import type { CountedWriteRow } from './assistant-writes.ts'

const insert = statement(
  'staff_assistant.insert',
  `
insert into staff_assistant
  (id, staff_id, tenant_id, client_id, client_name, may_write, redirect_uri, code_hash, code_challenge, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

export type NewAssistant = {
  readonly id: string
  readonly staffId: StaffId
  readonly tenantId: TenantId
  readonly clientId: string
  readonly clientName: string
  readonly mayWrite: boolean
  readonly redirectUri: string
  readonly codeHash: Buffer
  readonly codeChallenge: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Adds a grant with the code that is exchanged for its tokens. */
export async function insertAssistant(db: Database, it: NewAssistant): Promise<void> {
  await db.query(insert, [
    ...[it.id, it.staffId, it.tenantId, it.clientId, it.clientName, it.mayWrite, it.redirectUri],
    ...[it.codeHash, it.codeChallenge, isoTime(it.createdAt), isoTime(it.expiresAt)],
  ])
}

/** The hashes of the tokens of a grant, and when they end. */
export type TokenHashes = {
  readonly access: Buffer
  readonly accessExpiresAt: number
  readonly refresh: Buffer
  readonly expiresAt: number
}

const TOKENS = 'access_hash = $2, access_expires_at = $3, refresh_hash = $4, expires_at = $5'

const exchange = statement(
  'staff_assistant.exchange',
  `
update staff_assistant
set ${TOKENS}
where code_hash = $1
  and access_hash is null
  and expires_at > $6
  and client_id = $7
  and redirect_uri = $8
  and code_challenge = $9
returning may_write`,
)

/** The fields of a request that must match those of the code. */
export type CodeRequest = {
  readonly codeHash: Buffer
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
}

/** Exchanges a code for tokens, once; null if the code is not valid for this request. */
export async function exchangeCode(
  db: Database,
  { codeHash, clientId, redirectUri, codeChallenge }: CodeRequest,
  tokens: TokenHashes,
  now: number,
): Promise<{ may_write: boolean } | null> {
  const values = [codeHash, ...valuesOf(tokens), isoTime(now), clientId, redirectUri, codeChallenge]
  const [row] = await db.query<{ may_write: boolean }>(exchange, values)
  return row ?? null
}

export type Refresh = {
  readonly refreshHash: Buffer
  readonly clientId: string
  readonly againUntil: number
}

const rotate = statement(
  'staff_assistant.rotate',
  `
update staff_assistant
set ${TOKENS}, used_refresh_hash = refresh_hash
where (refresh_hash = $1 or (used_refresh_hash = $1 and access_expires_at > $8))
  and expires_at > $6
  and client_id = $7
returning may_write`,
)

/**
 * Replaces the tokens of a grant by its refresh token; null if it does not work. The one before works while the present access token ends
 * after `againUntil`: it was replaced just now.
 */
export async function rotateTokens(
  db: Database,
  { refreshHash, clientId, againUntil }: Refresh,
  tokens: TokenHashes,
  now: number,
): Promise<{ may_write: boolean } | null> {
  const values = [refreshHash, ...valuesOf(tokens), isoTime(now), clientId, isoTime(againUntil)]
  const [row] = await db.query<{ may_write: boolean }>(rotate, values)
  return row ?? null
}

function valuesOf({ access, accessExpiresAt, refresh, expiresAt }: TokenHashes): readonly unknown[] {
  return [access, isoTime(accessExpiresAt), refresh, isoTime(expiresAt)]
}

const byAccess = statement(
  'staff_assistant.find',
  `
select a.id as "grantId", a.client_name as "clientName", a.may_write as "mayWrite", s.id as "staffId", s.email,
  b.role, t.id as "tenantId", t.mode, t.merchant_id as "merchantId"
from staff_assistant a
join staff s on s.id = a.staff_id
join tenant t on t.id = a.tenant_id
join membership b on b.staff_id = a.staff_id and b.merchant_id = t.merchant_id
where a.access_hash = $1
  and a.access_expires_at > $2
  and t.disabled_at is null`,
)

export type AssistantRow = StaffAtTenantRow & { grantId: string; clientName: string; mayWrite: boolean }

/** Finds in whose place an access token acts, while they belong to the staff of the program's merchant. */
export async function findAssistant(
  db: Database,
  accessHash: Buffer,
  now: number,
): Promise<AssistantRow | null> {
  const [row] = await db.query<AssistantRow>(byAccess, [accessHash, isoTime(now)])
  return row ?? null
}

const end = statement(
  'staff_assistant.delete_by_secret',
  `
delete from staff_assistant
where code_hash = $1
   or access_hash = $1
   or refresh_hash = $1
   or used_refresh_hash = $1`,
)

/** Ends the grant that a code or a token belongs to, whether it still works or not. */
export async function endGrantOf(db: Database, secretHash: Buffer): Promise<void> {
  await db.query(end, [secretHash])
}

/** An assistant with its writes of the last day, those that wait included. */
const LISTED = `a.id, a.client_name, a.tenant_id, a.may_write, a.created_at, a.access_expires_at, (
    select coalesce(json_agg(json_build_object('tool', w.tool, 'input', w.input, 'state', w.state)), '[]')
    from staff_assistant_write w
    where w.assistant_id = a.id
      and w.expires_at > $2
      and w.state in ('WAITING', 'CONFIRMED', 'DONE')
  ) as writes`

const ofStaff = statement(
  'staff_assistant.list',
  `
select ${LISTED}
from staff_assistant a
where a.staff_id = $1
  and a.access_hash is not null
  and a.expires_at > $2
order by a.created_at desc, a.id desc
limit 200`,
)

export type ListedAssistantRow = {
  id: string
  client_name: string
  tenant_id: TenantId
  may_write: boolean
  created_at: number
  access_expires_at: number
  writes: CountedWriteRow[]
}

/** The assistants of a person that are connected, the newest first. */
export function listAssistants(db: Database, staffId: StaffId, now: number): Promise<ListedAssistantRow[]> {
  return db.query<ListedAssistantRow>(ofStaff, [staffId, isoTime(now)])
}

const ofTeam = statement(
  'staff_assistant.list_team',
  `
select ${LISTED}, s.email
from tenant t
join staff_assistant a on a.tenant_id = t.id
join staff s on s.id = a.staff_id
where t.merchant_id = $1
  and a.access_hash is not null
  and a.expires_at > $2
order by a.created_at desc, a.id desc
limit 200`,
)

/** The assistants that are connected to the programs of a merchant, the newest first, with who allowed each. */
export function listTeamAssistants(
  db: Database,
  merchantId: MerchantId,
  now: number,
): Promise<(ListedAssistantRow & { email: string })[]> {
  return db.query<ListedAssistantRow & { email: string }>(ofTeam, [merchantId, isoTime(now)])
}

const removeOfTeam = statement(
  'staff_assistant.delete_of_team',
  `
delete from staff_assistant a
using tenant t, staff s
where a.id = $1
  and t.id = a.tenant_id
  and t.merchant_id = $2
  and s.id = a.staff_id
returning a.client_name, s.email`,
)

/** Ends a grant of anyone's at a program of the merchant; null if there is none with the ID. */
export async function deleteTeamAssistant(
  db: Database,
  merchantId: MerchantId,
  id: string,
): Promise<{ client_name: string; email: string } | null> {
  const [row] = await db.query<{ client_name: string; email: string }>(removeOfTeam, [id, merchantId])
  return row ?? null
}

const remove = statement(
  'staff_assistant.delete',
  'delete from staff_assistant where staff_id = $1 and id = $2',
)

/** Ends one grant of a person. */
export async function deleteAssistant(db: Database, staffId: StaffId, id: string): Promise<void> {
  await db.query(remove, [staffId, id])
}

const sweep = statement(
  'staff_assistant.delete_expired',
  'delete from staff_assistant where expires_at <= $1',
)

/** Forgets grants that ended by themselves. */
export async function deleteExpiredAssistants(db: Database, now: number): Promise<void> {
  await db.query(sweep, [isoTime(now)])
}
