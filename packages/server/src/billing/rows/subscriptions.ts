import { type DiscountState, discountStates, isToBeChanged } from '@goodword/domain/bills/bill-discount'
import type { AccountId } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime, rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type Condition, type Filter, type FilterOf, list } from '../../engine/lists/list.ts'
import { ofAccount } from '../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A subscription at the payment processor with the discount of its next bill, in minor units. */
export type SubscriptionRow = Omit<Tables['processor_subscription'], 'behind_since'>

const changing = [
  'is_live',
  'currency',
  'next_bill_date',
  'expected_minor',
  'actual_minor',
  'has_discount',
  'is_listed',
  'state',
  'reason',
  'checked_at',
  'bill_count',
  'price_minor',
  'is_price_known',
  'balance_minor',
  'bills_from',
  'look_at',
  'look_class',
  'read_mark',
  'own_writes',
] as const satisfies readonly (keyof SubscriptionRow)[]

const save = rowInsert('processor_subscription', {
  onConflict: `on conflict (tenant_id, subscription_id) do update
set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')},
  behind_since = case
    when excluded.behind_since is null then null
    else coalesce(x.behind_since, excluded.behind_since)
  end`,
})

/** Inserts subscriptions, or updates their changes. `behind_since` keeps the first time at which the discount was behind. */
export function saveSubscriptions(tx: TenantTx, rows: readonly SubscriptionRow[]): void {
  if (rows.length === 0) return
  sendRows(
    tx,
    save,
    rows.map((row) => writtenSubscription(row, isBehind(row) ? row.checked_at : null)),
  )
}

/** The row as it is inserted. */
export function writtenSubscription(row: SubscriptionRow, behindSince: number | null) {
  const own_writes = row.own_writes === null ? null : JSON.stringify(row.own_writes)
  return { ...row, own_writes, behind_since: behindSince }
}

/** Whether the processor is to take off something else, and nothing keeps that from being changed. */
function isBehind({ is_listed, state }: SubscriptionRow): boolean {
  return is_listed && isToBeChanged(state)
}

const ofCustomer = statement(
  'processor_subscription.of_customer',
  `
select ${columnList('x', 'processor_subscription')}
from (
  select c.account_id
  from processor_customer c
  where c.tenant_id = $1
    and ${byKey('c.customer_id', '$2')}
) as owner
${joinByKey('processor_subscription x', 'account_id', 'owner.account_id')}`,
)

/** The subscriptions of the account of a customer, also those that its former customers had. */
export function loadSubscriptions(tx: TenantTx, customerId: string): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>(ofCustomer, [customerId])
}

const byIds = statement(
  'processor_subscription.named',
  `
select ${columnList('x', 'processor_subscription')}
from unnest($2::text[]) as asked(id)
${joinByKey('processor_subscription x', 'subscription_id', 'asked.id')}`,
)

/** Loads the subscriptions of these IDs that are known, in no order. */
export async function loadSubscriptionsById(
  tx: TenantTx,
  ids: readonly string[],
): Promise<readonly SubscriptionRow[]> {
  return ids.length === 0 ? [] : tx.rows<SubscriptionRow>(byIds, [ids])
}

export type ListedDiscountRow = SubscriptionRow & { readonly account: AccountId }

const listed: Filter<true> = {
  conditions: () => [{ sql: 'x.is_listed', values: [] }],
  samples: { beside: [true] },
}

/** A state as a reader sees it: a discount that is not known to be right any more is `PENDING`. */
export type ShownState = {
  readonly state: DiscountState
  readonly unknown: UnknownSince
}

/**
 * The discounts that are not known, whatever was read of them last: all of them, or those that were last checked before a
 * time and have their next bill until a day.
 */
export type UnknownSince = 'ALL' | { readonly checkedBefore: number; readonly billUntil: string }

export function isUnknown(row: SubscriptionRow, unknown: UnknownSince): boolean {
  if (unknown === 'ALL') return true
  const { checked_at: checkedAt, next_bill_date: billDate } = row
  return checkedAt < unknown.checkedBefore && billDate !== null && billDate <= unknown.billUntil
}

const inShownState: Filter<ShownState> = {
  conditions: ({ state, unknown }) => [shownCondition(state, unknown)],
  samples: {
    beside: discountStates.flatMap((state) => [
      { state, unknown: 'ALL' as const },
      { state, unknown: { checkedBefore: 0, billUntil: '2040-01-31' } },
    ]),
  },
}

function shownCondition(state: DiscountState, unknown: UnknownSince): Condition {
  if (state === 'WAITING' || state === 'FAILED') return { sql: 'x.state = ?', values: [state] }
  if (unknown === 'ALL') {
    return state === 'IN_STEP'
      ? { sql: 'false', values: [] }
      : { sql: "x.state in ('IN_STEP', 'PENDING')", values: [] }
  }
  const values = [isoTime(unknown.checkedBefore), unknown.billUntil]
  const sql = '(x.checked_at < ?::timestamptz and x.next_bill_date <= ?)'
  return state === 'IN_STEP'
    ? { sql: `x.state = 'IN_STEP' and ${sql} is not true`, values }
    : { sql: `(x.state = 'PENDING' or (x.state = 'IN_STEP' and ${sql}))`, values }
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
    state: inShownState,
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
