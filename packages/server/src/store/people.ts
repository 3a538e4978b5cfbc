import type { AccountId, ParticipantKey, UserId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { byKey, joinByKey } from './driver/by-key.ts'
import { statement } from './driver/statement.ts'
import type { TenantTx } from './driver/tenant-tx.ts'

/** A person as everybody who may read sees them. */
export type PersonRow = {
  id: ParticipantKey
  account: AccountId
  user_id: UserId
  email: string | null
  first_name: string | null
  last_name: string | null
  code: ReferralCode
  created_at: number
}

/** The columns of a person, of a table that the statement calls `p`, with what it joins for them. */
export const personColumns = `p.id, a.external_id as account, p.external_id as user_id, p.email, p.first_name, p.last_name,
  p.code, p.created_at`
export const personJoins = joinByKey('account a', 'id', 'p.account_id')

const byKeys = statement(
  'participant.by_keys',
  `
select ${personColumns}
from unnest($2::uuid[]) as asked(id)
${joinByKey('participant p', 'id', 'asked.id')}
${personJoins}`,
)

export async function loadPeople(
  tx: TenantTx,
  keys: readonly ParticipantKey[],
): Promise<Map<ParticipantKey, PersonRow>> {
  const rows = await tx.rows<PersonRow>(byKeys, [keys])
  return new Map(rows.map((row) => [row.id, row]))
}

const byIds = statement(
  'participant.find',
  `
select ${personColumns}
from (
  select a.id, a.external_id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', '$2')}
) as a
cross join lateral (
  select p.*
  from participant p
  where p.tenant_id = $1
    and p.external_id = $3
    and ${byKey('p.account_id', 'a.id')}
) as p`,
)

export async function findPerson(tx: TenantTx, account: AccountId, user: UserId): Promise<PersonRow | null> {
  const [row] = await tx.rows<PersonRow>(byIds, [account, user])
  return row ?? null
}
