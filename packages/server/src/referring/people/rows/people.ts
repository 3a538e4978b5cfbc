import type { AccountId, AccountKey, ParticipantKey, UserId } from '@goodword/domain/values/ids'
import { byKey, firstFrom, joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type ParticipantRow, participantColumns } from '../../../tracking/rows/participants.ts'

/** A person with the fields that all reads have. */
export type PersonRow = ParticipantRow & { account: AccountId; blocked_at: number | null }

/** The columns of a person, of a table that the statement calls `p`, with what it joins for them. */
export const personColumns = `${participantColumns}, a.external_id as account, a.blocked_at`
export const personJoins = joinByKey('account a', 'id', 'p.account_id')

const byKeys = statement(
  'participant.by_keys',
  `
select ${personColumns}
from unnest($2::uuid[]) as requested(id)
${joinByKey('participant p', 'id', 'requested.id')}
${personJoins}`,
)

export async function loadPeople(
  tx: TenantTx,
  keys: readonly ParticipantKey[],
): Promise<Map<ParticipantKey, PersonRow>> {
  const rows = await tx.rows<PersonRow>(byKeys, [keys])
  return new Map(rows.map((row) => [row.id, row]))
}

const firstOfAccounts = statement(
  'participant.first_of_accounts',
  `
select ${personColumns}
from unnest($2::uuid[]) as requested(id)
cross join lateral (
  select x.*
  from participant x
  where x.tenant_id = $1
    and x.account_id between requested.id and requested.id
  order by x.account_id, x.id
  limit 1
) as p
${personJoins}`,
)

/** The first user of each of these accounts; an account without users has none. */
export async function loadFirstPeople(
  tx: TenantTx,
  accounts: readonly AccountKey[],
): Promise<ReadonlyMap<AccountKey, PersonRow>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx.rows<PersonRow>(firstOfAccounts, [[...new Set(accounts)]])
  return new Map(rows.map((row) => [row.account_id, row]))
}

const byIds = statement(
  'participant.find',
  `
select ${personColumns}
from (
  select a.id, a.external_id, a.blocked_at
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', '$2')}
) as a
join lateral (
  select p.*
  from participant p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['$3', 'a.id'])}
) as p on p.account_id = a.id`,
)

export async function findPerson(tx: TenantTx, account: AccountId, user: UserId): Promise<PersonRow | null> {
  const [row] = await tx.rows<PersonRow>(byIds, [account, user])
  return row ?? null
}
