import { byKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type FullUserRow, fullUserColumns, fullUserJoins } from '../../users/rows/users.ts'

const trusted = statement(
  'account_user.trusted_by_email',
  `
select ${fullUserColumns}
from (
  select p.*
  from account_user p
  where p.tenant_id = $1
    and p.email_trusted
    and ${byKey('p.email_key', '$2')}, p.id
  limit $3
) as p
${fullUserJoins}
order by p.id`,
)

/** Users with a normalized address that the server, a signed call or the payment processor reported, the first known first. */
export function loadTrustedUsers(tx: TenantTx, emailKey: string, limit: number): Promise<FullUserRow[]> {
  return tx.rows(trusted, [emailKey, limit])
}
