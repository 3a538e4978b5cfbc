import { byKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type PersonRow, personColumns, personJoins } from '../../people/rows/people.ts'

const trusted = statement(
  'participant.trusted_by_email',
  `
select ${personColumns}
from (
  select p.*
  from participant p
  where p.tenant_id = $1
    and p.email_trusted
    and ${byKey('p.email_key', '$2')}, p.id
  limit $3
) as p
${personJoins}
order by p.id`,
)

/** Users with a normalized address that the server, a signed call or the payment processor reported, the first known first. */
export function loadTrustedPeople(tx: TenantTx, emailKey: string, limit: number): Promise<PersonRow[]> {
  return tx.rows(trusted, [emailKey, limit])
}
