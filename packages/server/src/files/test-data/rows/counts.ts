import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** Counted up to here. */
export const MAX_COUNTED = 10_000

export type TestDataCounts = {
  readonly accounts: number
  readonly users: number
  readonly referrals: number
  readonly rewards: number
  readonly clicks: number
  readonly events: number
  readonly deliveries: number
  readonly mails: number
  readonly imports: number
  readonly exports: number
  readonly notifications: number
}

const counted = (table: string) =>
  `(select count(*) from (select from ${table} x where x.tenant_id = $1 limit $2) as counted)::int4`

const counts = statement(
  'test_data.count',
  `
select ${counted('account')} as accounts,
  ${counted('account_user')} as users,
  ${counted('referral')} as referrals,
  ${counted('reward')} as rewards,
  ${counted('click')} as clicks,
  ${counted('event')} as events,
  ${counted('webhook_delivery')} as deliveries,
  ${counted('mail')} as mails,
  ${counted('import')} as imports,
  ${counted('export')} as exports,
  ${counted('processor_notification')} as notifications`,
)

/** How many there are of each, up to one more than are counted. */
export async function countTestData(tx: TenantTx): Promise<TestDataCounts> {
  const [row] = await tx.rows<TestDataCounts>(counts, [MAX_COUNTED + 1])
  if (row === undefined) throw new Error('the database returned no counts of test data')
  return row
}
