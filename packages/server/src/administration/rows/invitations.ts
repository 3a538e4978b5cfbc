import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { InvitationId, MerchantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

const add = statement(
  'staff_invitation.insert',
  `
insert into staff_invitation
  (id, merchant_id, email, role, token_hash, invited_by, proves_address, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9)
on conflict (merchant_id, email) do update
set id = excluded.id,
  role = excluded.role,
  token_hash = excluded.token_hash,
  invited_by = excluded.invited_by,
  proves_address = excluded.proves_address,
  created_at = excluded.created_at,
  expires_at = excluded.expires_at
where staff_invitation.expires_at <= excluded.created_at
returning id`,
)

export type NewInvitation = {
  readonly id: InvitationId
  readonly merchantId: MerchantId
  /** The address in lower case. */
  readonly email: string
  readonly role: StaffRole
  readonly hash: Buffer
  readonly invitedBy: string
  /** Whether the link reaches its address alone. */
  readonly provesAddress: boolean
  readonly createdAt: number
  readonly expiresAt: number
}

/** Adds an invitation; false while there is an open one for the same address. */
export async function insertInvitation(tx: DirectoryTx, it: NewInvitation): Promise<boolean> {
  const rows = await tx.rows(add, [
    ...[it.id, it.merchantId, it.email, it.role, it.hash, it.invitedBy, it.provesAddress],
    ...[isoTime(it.createdAt), isoTime(it.expiresAt)],
  ])
  return rows.length === 1
}

const open = statement(
  'staff_invitation.list',
  `
select i.id, i.email, i.role, i.invited_by as "invitedBy", i.created_at as "dateCreated",
  i.expires_at as "dateExpires"
from tenant t
join staff_invitation i on i.merchant_id = t.merchant_id
where t.id = $1
  and i.expires_at > $2
order by i.created_at desc, i.id desc`,
)

export type InvitationRow = {
  id: InvitationId
  email: string
  role: StaffRole
  invitedBy: string
  dateCreated: number
  dateExpires: number
}

/** The open invitations of the merchant whose tenant it is, newest first. */
export function listOpenInvitations(db: Database, tenantId: string, now: number): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(open, [tenantId, isoTime(now)])
}

const withdraw = statement(
  'staff_invitation.delete',
  `
delete from staff_invitation
where merchant_id = $1
  and id = $2
  and expires_at > $3
returning email`,
)

/** Deletes an open invitation; returns its address, or null when there is none. */
export async function deleteInvitation(
  tx: DirectoryTx,
  merchantId: MerchantId,
  id: InvitationId,
  now: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ email: string }>(withdraw, [merchantId, id, isoTime(now)])
  return row?.email ?? null
}

const byToken = statement(
  'staff_invitation.find',
  `
select m.name as merchant, i.email, i.role, exists (
    select
    from staff s
    where s.email = i.email
      and (s.address_proven_at is not null or not i.proves_address)
  ) as has_account
from staff_invitation i
join merchant m on m.id = i.merchant_id
where i.token_hash = $1
  and i.expires_at > $2`,
)

/** `has_account` is false for an account that this invitation is the first proof of: its credentials do not count. */
export type OfferedRow = { merchant: string; email: string; role: StaffRole; has_account: boolean }

/** The open invitation of a token, or null. */
export async function findInvitation(db: Database, hash: Buffer, now: number): Promise<OfferedRow | null> {
  const [row] = await db.query<OfferedRow>(byToken, [hash, isoTime(now)])
  return row ?? null
}

const take = statement(
  'staff_invitation.take',
  `
delete from staff_invitation
where token_hash = $1
  and expires_at > $2
returning merchant_id, email, role, invited_by, proves_address`,
)

export type TakenInvitation = {
  merchant_id: MerchantId
  email: string
  role: StaffRole
  invited_by: string
  proves_address: boolean
}

/** Uses up an invitation; null when it is not open any more. */
export async function takeInvitation(
  tx: DirectoryTx,
  hash: Buffer,
  now: number,
): Promise<TakenInvitation | null> {
  const [row] = await tx.rows<TakenInvitation>(take, [hash, isoTime(now)])
  return row ?? null
}

const byEmail = statement(
  'staff_invitation.take_by_email',
  `
delete from staff_invitation
where email = $1
  and expires_at > $2
returning merchant_id, email, role, invited_by, proves_address`,
)

/** Uses up all open invitations of an address that its owner has proven to be theirs. */
export function takeInvitationsOf(tx: DirectoryTx, email: string, now: number): Promise<TakenInvitation[]> {
  return tx.rows<TakenInvitation>(byEmail, [email, isoTime(now)])
}

const aTenant = statement(
  'tenant.first_of_merchant',
  `
select t.id
from tenant t
where t.merchant_id = $1
order by t.mode, t.created_at, t.id
limit 1`,
)

/** A tenant of a merchant, whose audit log names changes to the team; null when it has none. */
export async function findAnyTenant<TenantId>(
  tx: DirectoryTx,
  merchantId: MerchantId,
): Promise<TenantId | null> {
  const [row] = await tx.rows<{ id: TenantId }>(aTenant, [merchantId])
  return row?.id ?? null
}
