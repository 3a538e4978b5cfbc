import type { Participant } from '@goodword/domain/referrals/account'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../store/driver/database.ts'
import { type ParticipantRow, participantColumns, participantOf } from '../../store/tracking/participants.ts'

/** The people of a tenant as they are stored, without our own keys, by account and oldest first; for the owner's database. */
export async function storedPeople(
  owner: Database,
  tenantId: TenantId,
): Promise<Record<AccountId, Omit<Participant, 'key'>[]>> {
  const text = `select a.external_id as account, ${participantColumns}
    from participant p join account a on a.tenant_id = $1 and a.id = p.account_id
    where p.tenant_id = $1 order by p.id`
  const rows = await owner.query<ParticipantRow & { account: AccountId }>({ name: '', text }, [tenantId])
  const people: Record<AccountId, Omit<Participant, 'key'>[]> = {}
  for (const row of rows) {
    const { key: _key, ...person } = participantOf(row)
    people[row.account] = [...(people[row.account] ?? []), person]
  }
  return people
}
