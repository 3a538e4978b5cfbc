import type { UserKey } from '@goodword/domain/values/ids'
import { byKey, deleteByCtid, firstFrom, joinByKey } from '../../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** An invitation of a friend by e-mail. Times are of the tenant's clock. */
export type InvitationRow = Omit<Tables['invitation'], 'tenant_id'>

// The ID of an earlier invitation of the same address by the same person stays.
const insert = statement(
  'invitation.insert',
  `
insert into invitation (tenant_id, id, account_id, user_id, address, address_hash, created_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (tenant_id, user_id, address_hash) do update
set address = excluded.address,
  created_at = excluded.created_at`,
)

/** Adds an invitation, or makes the one new that the person made of the same address. */
export function insertInvitation(tx: TenantTx, invitation: InvitationRow): void {
  const { id, account_id, user_id, address, address_hash, created_at } = invitation
  tx.write(insert, [id, account_id, user_id, address, address_hash, isoTime(created_at)], 1)
}

const ofUser = statement(
  'invitation.of_user',
  `
select x.id, x.address_hash, x.created_at
from unnest($3::bytea[]) as asked(hash)
join lateral (
  select y.*
  from invitation y
  where y.tenant_id = $1
    and ${firstFrom(['y.user_id', 'y.address_hash'], ['$2::uuid', 'asked.hash'])}
) as x on x.address_hash = asked.hash`,
)

/** The invitations that a person made of these addresses before. */
export function loadInvitationsOf(
  tx: TenantTx,
  user: UserKey,
  hashes: readonly Buffer[],
): Promise<Pick<InvitationRow, 'id' | 'address_hash' | 'created_at'>[]> {
  return tx.rows(ofUser, [user, hashes])
}

const countOfUser = statement(
  'invitation.count_of_user',
  `
select count(*) as made
from (
  select y.id
  from invitation y
  where y.tenant_id = $1
    and y.user_id between $2 and $2
    and y.created_at > $3
  order by y.user_id, y.created_at
  limit $4
) as x`,
)

/** How many invitations a person made after a time; at most `limit`. */
export async function countInvitationsOf(
  tx: TenantTx,
  user: UserKey,
  after: number,
  limit: number,
): Promise<number> {
  const [row] = await tx.rows<{ made: number }>(countOfUser, [user, isoTime(after), limit])
  return row?.made ?? 0
}

const countOfTenant = statement(
  'invitation.count',
  `
select count(*) as made
from (
  select y.account_id
  from invitation y
  where y.tenant_id = $1
    and y.address is not null
    and y.created_at > $2
  order by y.created_at
  limit $3
) as x
${joinByKey('account a', 'id', 'x.account_id')}
where starts_with(a.external_id, $4) = $5`,
)

/** The invitations of accounts whose IDs begin like this, or of all others. */
export type InvitationsOf = { readonly prefix: string; readonly isOfPrefix: boolean }

/** How many invitations of some accounts are among the first `limit` that were made after a time, of the last 30 days. */
export async function countInvitations(
  tx: TenantTx,
  after: number,
  limit: number,
  { prefix, isOfPrefix }: InvitationsOf,
): Promise<number> {
  const [row] = await tx.rows<{ made: number }>(countOfTenant, [isoTime(after), limit, prefix, isOfPrefix])
  return row?.made ?? 0
}

const find = statement(
  'invitation.find',
  `
select ${columnList('x', 'invitation')}
from invitation x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}`,
)

export async function findInvitation(tx: TenantTx, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.rows<InvitationRow>(find, [id])
  return row ?? null
}

const known = statement(
  'account_user.has_email',
  `
select p.id
from account_user p
where p.tenant_id = $1
  and p.email_key is not null
  and ${byKey('p.email_key', '$2')}
limit 1`,
)

/** Whether a user of the program has this address, as `emailKey` makes it. */
export async function isKnownAddress(tx: TenantTx, emailKey: string): Promise<boolean> {
  return (await tx.rows(known, [emailKey])).length > 0
}

const claim = statement(
  'invited_address.claim',
  `
insert into invited_address as x (tenant_id, address_hash, invitation_id, invited_at)
values ($1, $2, $3, $4)
on conflict (tenant_id, address_hash) do update
set invitation_id = excluded.invitation_id,
  invited_at = excluded.invited_at
where x.invited_at <= $5
  or x.invitation_id = excluded.invitation_id
returning x.invitation_id`,
)

/**
 * Takes an address for an invitation, unless another one has taken it after a time. The same one may take it again: an
 * e-mail that was interrupted is sent again.
 */
export async function claimAddress(
  tx: TenantTx,
  { id, address_hash }: Pick<InvitationRow, 'id' | 'address_hash'>,
  now: number,
  freeUntil: number,
): Promise<boolean> {
  const rows = await tx.rows(claim, [address_hash, id, isoTime(now), isoTime(freeUntil)])
  return rows.length > 0
}

const eraseOld = statement(
  'invitation.erase_old_addresses',
  `
update invitation x
set address = null
from (
  select y.ctid as place
  from invitation y
  where y.tenant_id = $1
    and y.address is not null
    and y.created_at <= $2
  order by y.created_at
  limit $3
  for update skip locked
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.id`,
)

/** Erases up to `limit` addresses of invitations made until a time; returns how many. */
export async function eraseOldAddresses(tx: TenantTx, madeUntil: number, limit: number): Promise<number> {
  return (await tx.rows(eraseOld, [isoTime(madeUntil), limit])).length
}

const eraseAddress = statement(
  'invitation.erase_address',
  `
update invitation x
set address = null
from (
  select y.ctid as place
  from invitation y
  where y.tenant_id = $1
    and y.address is not null
    and ${byKey('y.address_hash', '$2')}
) as old
where x.tenant_id = $1
  and x.ctid = old.place`,
)

/** Erases an address from the invitations of all people. */
export function eraseInvitedAddress(tx: TenantTx, addressHash: Buffer): void {
  tx.write(eraseAddress, [addressHash])
}

const removeOfUser = statement(
  'invitation.delete_of_user',
  deleteByCtid('invitation', byKey('y.user_id', '$2')),
)

/** Deletes the invitations that a person made. */
export function deleteInvitationsOf(tx: TenantTx, user: UserKey): void {
  tx.write(removeOfUser, [user])
}
