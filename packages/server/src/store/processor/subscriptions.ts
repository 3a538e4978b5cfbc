import { discountStates } from '@goodword/domain/bill-discount'
import type { AccountId } from '@goodword/domain/ids'
import { byKey, joinByKey } from '../driver/by-key.ts'
import { columnList, rowInsert, sendRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import { type Filter, type FilterOf, list } from '../lists/list.ts'
import { ofAccount, oneOf } from '../lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../lists/list-page.ts'
import type { Tables } from '../schema/tables.generated.ts'

/** A subscription at the payment processor with the discount of its next bill, in minor units. */
export type SubscriptionRow = Tables['processor_subscription']

const changing = [
  'is_live',
  'currency',
  'next_bill_date',
  'expected_minor',
  'actual_minor',
  'is_listed',
  'state',
  'reason',
  'checked_at',
  'bill_count',
  'price_minor',
  'balance_minor',
  'bills_from',
] as const satisfies readonly (keyof SubscriptionRow)[]

const save = rowInsert('processor_subscription', {
  onConflict: `on conflict (tenant_id, subscription_id) do update
set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
})

/** Inserts subscriptions, or updates what changes of those that are there. */
export function saveSubscriptions(tx: TenantTx, rows: readonly SubscriptionRow[]): void {
  if (rows.length > 0) sendRows(tx, save, rows)
}

const ofCustomer = statement(
  'processor_subscription.of_customer',
  `
select ${columnList('x', 'processor_subscription')}
from processor_subscription x
where x.tenant_id = $1
  and ${byKey('x.customer_id', '$2')}`,
)

export function loadSubscriptions(tx: TenantTx, customerId: string): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>(ofCustomer, [customerId])
}

export type ListedDiscountRow = SubscriptionRow & { readonly account: AccountId }

const listed: Filter<true> = {
  conditions: () => [{ sql: 'x.is_listed', values: [] }],
  samples: { beside: [true] },
}

export const discountList = list({
  name: 'processor_subscription.list',
  select: `${columnList('x', 'processor_subscription')}, a.external_id as account`,
  table: 'processor_subscription',
  alias: 'x',
  joins: joinByKey('account a', 'id', 'x.account_id'),
  filters: {
    accountId: ofAccount({ column: 'x.account_id', isById: true }),
    isListed: listed,
    state: oneOf(discountStates, 'x.state'),
  },
  hasOldestFirst: true,
})

export type DiscountFilter = Omit<FilterOf<typeof discountList>, 'isListed'>

/** Live subscriptions with our discount, or of an account with a reward. */
export function listDiscounts(
  tx: TenantTx,
  filter: DiscountFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ListedDiscountRow>> {
  return readPage(tx, discountList, { ...filter, isListed: true }, now, request)
}
