import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** Counted up to here. */
const MAX_COUNTED = 10_000

const tables = {
  accounts: 'account',
  users: 'account_user',
  referrals: 'referral',
  rewards: 'reward',
  clicks: 'click',
  events: 'event',
  deliveries: 'webhook_delivery',
  mails: 'mail',
  imports: 'import',
  exports: 'export',
  notifications: 'processor_notification',
} as const

type TestDataCounts = Readonly<Record<keyof typeof tables, number | null>>

const counted = ([name, table]: readonly [string, string]) =>
  `nullif((select count(*) from (select from ${table} x where x.tenant_id = $1 limit $2) as counted)::int4, $2) as ${name}`

const counts = statement('test_data.count', `select ${Object.entries(tables).map(counted).join(',\n  ')}`)

/** How many there are of each; null for more than are counted. */
export async function countTestData(tx: TenantTx): Promise<TestDataCounts> {
  const [row] = await tx.rows<TestDataCounts>(counts, [MAX_COUNTED + 1])
  if (row === undefined) throw new Error('the database returned no counts of test data')
  return row
}
