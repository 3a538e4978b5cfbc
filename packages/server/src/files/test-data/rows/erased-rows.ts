import { byKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/**
 * The tables whose rows are test data, in the order in which they are erased: what is about others first, so that no
 * background job meets half of it. The function in the database has the same list.
 */
export const testDataTables = [
  ...['event_outbox', 'published_event', 'webhook_attempt', 'webhook_delivery', 'page_link', 'page_session'],
  ...['mail', 'mail_unsubscribe'],
  ...['invitation', 'invited_address'],
  ...['export_part', 'export'],
  ...['import_claim', 'import_error', 'import_piece', 'import_upload', 'import'],
  ...[
    'processor_notification',
    'processor_bill',
    'processor_effect',
    'processor_payment',
    'payment_reversal',
    'friend_payment',
    'reported_bill',
    'credit_reservation',
  ],
  ...['entry_outbox', 'statistic_count', 'statistic_referrer', 'statistic_visitor', 'statistic_click'],
  ...[
    'statistic_flag',
    'fraud_simulation',
    'statistic_generation',
    'click',
    'public_click',
    'redemption',
    'closing_balance',
    'entry',
    'reward',
    'evidence_key',
    'referral',
  ],
  ...['account_identity', 'usual_fact'],
  ...[
    'event',
    'processor_subscription',
    'processor_customer',
    'former_code',
    'referral_code',
    'account_user',
    'account',
  ],
  ...['erased_mark', 'erasure'],
] as const

const erase = statement('test_data.erase', 'select app.erase_counted_test_rows($1, $2, $3) as erased')

/** Deletes and counts up to `limit` rows of a table of the test tenant; returns how many. */
export async function eraseTestRows(tx: TenantTx, table: string, limit: number): Promise<number> {
  const [row] = await tx.rows<{ erased: number }>(erase, [table, limit])
  return row?.erased ?? 0
}

/** Kinds of jobs about accounts, people, customers or notifications, which are erased. */
const kinds = ['CLOSE_LEDGER', 'NOTIFICATION', 'CUSTOMER', 'REFUND_BILL', 'ALL_CUSTOMERS', 'ERASE_PERSON']

const eraseJobs = statement(
  'test_data.erase_jobs',
  `
delete from job x
using (
  select of_kind.place
  from unnest($2::text[]) as wanted(kind)
  cross join lateral (
    select y.ctid as place
    from job y
    where y.tenant_id = $1
      and y.state <> 'RUNNING'
      and ${byKey('y.kind', 'wanted.kind')}
    limit $3
  ) as of_kind
  limit $3
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.kind`,
)

/** Deletes up to `limit` jobs about erased data; returns how many. */
export async function eraseTestJobs(tx: TenantTx, limit: number): Promise<number> {
  return (await tx.rows(eraseJobs, [kinds, limit])).length
}

const eraseAnswers = statement(
  'test_data.erase_answers',
  `
delete from idempotent_request x
using (
  select other.place
  from (
    (
      select y.ctid as place
      from idempotent_request y
      where y.tenant_id = $1
        and y.key < $2
      order by y.key
      limit $3
    )
    union all
    (
      select y.ctid as place
      from idempotent_request y
      where y.tenant_id = $1
        and y.key > $2
      order by y.key
      limit $3
    )
  ) as other
  limit $3
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.key`,
)

/** Deletes up to `limit` answers that are kept for an Idempotency-Key, all but that of the request for the erasure itself. */
export async function eraseTestAnswers(tx: TenantTx, exceptKey: string, limit: number): Promise<number> {
  return (await tx.rows(eraseAnswers, [exceptKey, limit])).length
}
