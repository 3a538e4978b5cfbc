import { QUEUED_PERCENT } from '@goodword/domain/rewards/reward'
import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { onConflict } from '../../engine/job-table/enqueued-jobs.ts'

// An order that all transactions share: they lock the jobs that are there.
const enqueue = statement(
  'job.enqueue_customers',
  `
insert into job as x (tenant_id, id, kind, subject, state, changed_at, due_at, attempts, trace_parent)
select k.tenant_id, requested.id, requested.kind, requested.subject, 'READY', now(), $4::timestamptz, 0, $5
from program k
cross join (
  select requested.id, look.kind, look.subject
  from unnest($2::uuid[], $3::uuid[]) as requested(id, account_id)
  ${joinByKey('account a', 'id', 'requested.account_id')}
  cross join lateral (
    select 'CUSTOMER' as kind, a.provider_id as subject
    where a.provider_id is not null
      and exists (select from processor_connection c where c.tenant_id = $1)
    union all
    select 'FOLLOW_QUEUE', a.id::text
    where exists (
      select
      from reward w
      where w.tenant_id = $1
        and w.unit = '${QUEUED_PERCENT}'
        and ${byKey('w.account_id', 'a.id')}
    )
    limit 1
  ) as look
  order by look.kind, look.subject
) as requested
where k.tenant_id = $1
${onConflict}`,
)

/**
 * Asks for a look at the processor customers of accounts, if the tenant is connected. Of an account without a customer only its
 * queued percentages are looked at, if it has any.
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
