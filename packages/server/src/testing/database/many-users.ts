import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { START } from '../test-tenant.ts'
import { tablesOf, tidyUp } from './tidy-up.ts'

/**
 * Fills a tenant with an account of many users by SQL alone: user n is `mass n`, has the code `MASSn`, and came n
 * milliseconds after START. Needs the owner's database.
 */
export async function fillUsers(owner: Database, tenantId: TenantId, users: number): Promise<void> {
  for (const text of fillings) await owner.query({ name: '', text }, [tenantId, users])
  await tidyUp(owner, tablesOf(fillings))
}

const key = (kind: string, number: string) => {
  const hash = `md5('${kind} ' || ${number})`
  return `(lpad(to_hex(${START} + ${number}), 12, '0') || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}
const at = `to_timestamp((${START} + i) / 1000.0)`
const users = 'generate_series(1, $2::int) as i'

const fillings = [
  `insert into account (tenant_id, id, external_id, browser_paid, created_at)
   select $1, ${key('mass', '0')}, 'mass', false, to_timestamp(${START} / 1000.0) where $2::int > 0`,
  `insert into account_user (tenant_id, id, account_id, external_id, code, first_name, search_name, confirmed,
     created_at)
   select $1, ${key('mass person', 'i')}, ${key('mass', '0')}, 'mass ' || i, 'MASS' || i, 'Mass', 'mass', true, ${at}
   from ${users}`,
  `insert into referral_code (tenant_id, code, account_id, user_id, created_at)
   select $1, 'MASS' || i, ${key('mass', '0')}, ${key('mass person', 'i')}, ${at}
   from ${users}`,
]
