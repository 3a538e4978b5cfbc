import type { TenantId } from '@goodword/domain/values/ids'
import type { TestService } from '@goodword/server/testing/test-service'
import { BILL_DAYS } from './subscribers.ts'

/**
 * Adds customers that were bound and read once, to `count` in all, by copying the rows of the first ones, of which there is one
 * for each day of bills. Reading each of them at the gateway would leave the same rows, and take as many calls.
 */
export async function copyStrangers(
  { owner }: Pick<TestService, 'owner'>,
  tenantId: TenantId,
  count: number,
): Promise<void> {
  for (const text of copies) await owner.query({ name: '', text }, [tenantId, BILL_DAYS, count - 1])
  // As the server does by itself after a while.
  await owner.query({ name: '', text: 'analyze' }, [])
}

const accountKey = `md5('account' || n)::uuid`
const customerId = `'stranger_' || n || '_customer'`
const copied = `'stranger_' || (n % $2) || '_customer'`

const copies = [
  copyOf('account', 'provider_id', {
    id: accountKey,
    external_id: `'stranger_' || n`,
    provider_id: customerId,
  }),
  copyOf('processor_customer', 'customer_id', { account_id: accountKey, customer_id: customerId }),
  copyOf('processor_subscription', 'customer_id', {
    id: `md5('subscription' || n)::uuid`,
    account_id: accountKey,
    customer_id: customerId,
    subscription_id: `'stranger_' || n || '_subscription'`,
  }),
]

function copyOf(table: string, key: string, changed: Readonly<Record<string, string>>): string {
  const fields = Object.entries(changed).map(([column, value]) => `'${column}', ${value}`)
  return `insert into app.${table}
    select (jsonb_populate_record(x, jsonb_build_object(${fields.join(', ')}))).*
    from generate_series($2::int, $3::int) as n
    join app.${table} x on x.tenant_id = $1 and x.${key} = ${copied}`
}
