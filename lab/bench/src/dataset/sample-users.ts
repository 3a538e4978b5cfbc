import type { TenantId } from '@goodword/domain/values/ids'
import type pg from 'pg'
import { rowsOf } from './connections.ts'

/** A user of a loaded tenant, with the keys of their rows. */
export type SampleUser = {
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly code: string
  readonly accountKey: string
  readonly userKey: string
}

/** Reads these accounts of a tenant with their one person each, in no order. */
export async function readUsers(
  owner: pg.Pool,
  tenantId: TenantId,
  accountIds: readonly string[],
): Promise<readonly SampleUser[]> {
  return rowsOf<SampleUser>(owner, text, [tenantId, accountIds])
}

const text = `
select a.external_id as "accountId", p.external_id as "userId", p.email, p.first_name as "firstName",
  p.last_name as "lastName", p.code, a.id as "accountKey", p.id as "userKey"
from unnest($2::text[]) as asked(id)
join account a on a.tenant_id = $1 and a.external_id = asked.id
join account_user p on p.tenant_id = $1 and p.account_id = a.id`
