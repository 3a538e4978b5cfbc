import type { AccountId, ParticipantKey, UserId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

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
export const personJoins = 'join account a on a.tenant_id = $1 and a.id = p.account_id'

const select = `
select ${personColumns}
from participant p
${personJoins}
where p.tenant_id = $1`

const byKeys = statement('participant.by_keys', `${select}\n  and p.id = any($2::uuid[])`)

export async function loadPeople(
  tx: TenantTx,
  keys: readonly ParticipantKey[],
): Promise<Map<ParticipantKey, PersonRow>> {
  const rows = await tx.rows<PersonRow>(byKeys, [keys])
  return new Map(rows.map((row) => [row.id, row]))
}

const byIds = statement('participant.find', `${select}\n  and a.external_id = $2\n  and p.external_id = $3`)

export async function findPerson(tx: TenantTx, account: AccountId, user: UserId): Promise<PersonRow | null> {
  const [row] = await tx.rows<PersonRow>(byIds, [account, user])
  return row ?? null
}
