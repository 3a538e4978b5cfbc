import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { onConflict } from '../../engine/job-table/enqueued-jobs.ts'

/** An account that has come to use a mailbox, and a new ID for a job about it. */
export type UsedMailbox = { readonly id: string; readonly account: AccountKey; readonly emailKey: string }

// One job per account, in an order that all transactions share: they lock stored jobs.
const enqueue = statement(
  'job.enqueue_shared_mailboxes',
  `
insert into job as x (tenant_id, id, kind, subject, state, changed_at, due_at, attempts, trace_parent)
select k.tenant_id, shared.id, 'FOLLOW_IDENTITY', shared.account_id::text, 'READY', now(), $5::timestamptz, 0, $6
from program k
cross join (
  select distinct on (used.account_id) used.account_id, used.id
  from unnest($2::uuid[], $3::uuid[], $4::text[]) as used(id, account_id, email_key)
  cross join lateral (
    select p.account_id
    from account_user p
    where p.tenant_id = $1
      and p.account_id <> used.account_id
      and p.confirmed
      and not p.email_claimed
      and ${byKey('p.email_key', 'used.email_key')}
    limit 1
  ) as other
  order by used.account_id
) as shared
where k.tenant_id = $1
${onConflict}`,
)

/** Asks for a look at the accounts whose mailbox another account uses as well. */
export function insertMailboxJobs(
  tx: TenantTx,
  used: readonly UsedMailbox[],
  now: number,
  traceParent: string | null,
): void {
  tx.write(enqueue, [
    used.map((it) => it.id),
    used.map((it) => it.account),
    used.map((it) => it.emailKey),
    isoTime(now),
    traceParent,
  ])
}
