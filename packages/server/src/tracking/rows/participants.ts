import type { Participant } from '@goodword/domain/referrals/account'
import { emailSearchKey, nameKey, searchKey } from '@goodword/domain/referrals/search-key'
import { emailKey } from '@goodword/domain/values/email-key'
import type { AccountKey, UserId } from '@goodword/domain/values/ids'
import { firstFrom } from '../../engine/driver/by-key.ts'
import { columnList, type RowOf, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** Made of the other columns, to be searched by. */
const derived = ['email_key', 'search_name', 'search_last_name', 'search_email'] as const

export type ParticipantRow = Omit<Tables['participant'], (typeof derived)[number]>

/** The columns of a `ParticipantRow`, of a table that the statement calls `p`. */
export const participantColumns = columnList('p', 'participant', derived)

/** The order of the people of an account with one e-mail address: those with trusted evidence first, as in the index. */
export const trustedFirst = 'p.email_claimed, p.confirmed desc'

/** How many people of an account are looked at for those that a browser named. */
const MAX_LOOKED_AT = 8

const find = statement(
  'participant.of_accounts',
  `
select ${participantColumns}
from unnest($2::uuid[]) as those(id)
cross join lateral (
  select ${participantColumns}
  from participant p
  where p.tenant_id = $1
    and p.account_id between those.id and those.id
  order by p.account_id, p.id
  limit 1
) as p
union all
select ${participantColumns}
from unnest($3::uuid[], $4::text[]) as named(account_id, person)
join lateral (
  select ${participantColumns}
  from participant p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['named.person', 'named.account_id'])}
) as p on p.account_id = named.account_id
union all
select ${participantColumns}
from unnest($5::uuid[]) as those(id)
cross join lateral (
  select ${participantColumns}
  from (
    select ${participantColumns}
    from participant p
    where p.tenant_id = $1
      and p.account_id between those.id and those.id
    order by p.account_id, p.id
    limit ${MAX_LOOKED_AT}
  ) as p
  where p.browser_seen_at is not null
) as p`,
)

/** A person that a call names. */
export type NamedPerson = { readonly account: AccountKey; readonly userId: UserId }

/**
 * The first person of each of these accounts, those who are named, and of the accounts that a code would refer, among their first
 * people, those that a browser named: the code may be in the cookie of one of them, and a later call of a browser does not show
 * that a friend came by a link.
 */
export function loadParticipants(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  named: readonly NamedPerson[],
  attributed: readonly AccountKey[],
): Promise<ParticipantRow[]> {
  return tx.rows(find, [accounts, named.map((it) => it.account), named.map((it) => it.userId), attributed])
}

const insert = rowInsert('participant')
// A user that only unsigned calls named can give way to another, who has the row from then on.
// Whether they are shown on the leaderboard is no matter of tracking.
const update = rowUpdate('participant', ['account_id', 'leaderboard_since'])
const insertGivenCodes = rowInsert('referral_code', {
  columns: ['code', 'account_id', 'participant_id', 'created_at'],
})

type Belonging = { readonly account: AccountKey; readonly participant: Participant }

/** Adds people; the code that each of them shares is added beside. */
export function insertParticipants(tx: TenantTx, people: readonly Belonging[]): void {
  sendRows(tx, insert, people.map(toRow))
}

/** Gives people the code that they share from now on; a code that another user already has is a lost race. */
export function insertCodes(tx: TimedTx, people: readonly Belonging[]): void {
  const codes = people.map(({ account, participant }) => ({
    code: participant.code,
    account_id: account,
    participant_id: participant.key,
    created_at: tx.now,
  }))
  sendRows(tx, insertGivenCodes, codes)
}

export function updateParticipants(tx: TenantTx, people: readonly Belonging[]): void {
  sendRows(tx, update, people.map(toRow))
}

export function participantOf(row: ParticipantRow): Participant {
  return {
    key: row.id,
    id: row.external_id,
    code: row.code,
    email: row.email,
    isEmailClaimed: row.email_claimed,
    isEmailTrusted: row.email_trusted,
    isConfirmed: row.confirmed,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    browserSeenAt: row.browser_seen_at,
    cookieCode: row.weighed_cookie,
    createdAt: row.created_at,
  }
}

function toRow({ account, participant }: Belonging): RowOf<'participant'> {
  return {
    id: participant.key,
    account_id: account,
    external_id: participant.id,
    code: participant.code,
    email: participant.email,
    email_claimed: participant.isEmailClaimed,
    email_trusted: participant.isEmailTrusted,
    confirmed: participant.isConfirmed,
    email_key: participant.email === null ? null : emailKey(participant.email),
    search_name: nameKey(participant),
    search_last_name: participant.lastName === null ? null : searchKey(participant.lastName),
    search_email: participant.email === null ? null : emailSearchKey(participant.email),
    first_name: participant.firstName,
    last_name: participant.lastName,
    locale: participant.locale,
    browser_seen_at: participant.browserSeenAt,
    weighed_cookie: participant.cookieCode,
    created_at: participant.createdAt,
    leaderboard_since: null,
  }
}
