import type { AccountKey } from '@goodword/domain/values/ids'
import { joinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { onConflict } from '../../engine/job-table/enqueued-jobs.ts'

// An order that all transactions share: they lock the jobs that are there.
const enqueue = statement(
  'job.enqueue_customers',
  `
insert into job as x (tenant_id, id, kind, subject, state, changed_at, due_at, attempts, trace_parent)
select k.tenant_id, requested.id, 'CUSTOMER', requested.provider_id, 'READY', now(), $4::timestamptz, 0, $5
from program k
cross join (
  select requested.id, a.provider_id
  from unnest($2::uuid[], $3::uuid[]) as requested(id, account_id)
  ${joinByKey('account a', 'id', 'requested.account_id')}
  where a.provider_id is not null
  order by a.provider_id
) as requested
where k.tenant_id = $1
  and exists (select from processor_connection c where c.tenant_id = $1)
${onConflict}`,
)

/**
 * Asks for a look at the processor customers of accounts, if the tenant is connected. Of an account without a customer
 * nothing is requested.
 *
 * @param ids new ids, one for each account
 */
export function insertCustomerJobs(
  tx: TenantTx,
  ids: readonly string[],
  accounts: readonly AccountKey[],
  dueAt: string,
  traceParent: string | null,
): void {
  tx.write(enqueue, [ids, accounts, dueAt, traceParent])
}
