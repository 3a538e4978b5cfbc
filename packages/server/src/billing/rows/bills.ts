import { billStates } from '@goodword/domain/bills/bill-states'
import type { PaymentRefund } from '@goodword/domain/bills/processor-payment'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import { byKey, firstFrom, joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { firstIdOf, lastIdOf } from '../../engine/lists/id-range.ts'
import { type Filter, type FilterOf, list } from '../../engine/lists/list.ts'
import { ofAccount, oneOf } from '../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import { walkOf } from '../../engine/lists/list-walk.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A bill of a subscription at the payment processor, in minor units. */
export type BillRow = Tables['processor_bill']

const insert = rowInsert('processor_bill')

/** Keeps bills that are not kept yet, of an account that is locked. */
export function insertBills(tx: TenantTx, rows: readonly BillRow[]): void {
  if (rows.length > 0) sendRows(tx, insert, rows.map(toJson))
}

const fixed = [
  ...(['account_id', 'subscription', 'period_start', 'transaction_id', 'billed_at', 'currency'] as const),
  ...(['price_minor', 'expected_minor', 'actual_minor', 'charged_minor', 'finding', 'seen_at'] as const),
  ...(['tax_minor', 'taxed_minor', 'period_months', 'period_days'] as const),
]

const update = rowUpdate('processor_bill', fixed)

/** Stores what became of bills: what was refunded, what it counted for, the state and its reason. All else stays as it was when they were first seen. */
export function updateBills(tx: TenantTx, rows: readonly BillRow[]): void {
  if (rows.length > 0) sendRows(tx, update, rows.map(toJson))
}

function toJson(row: BillRow) {
  return { ...row, counted: JSON.stringify(row.counted), refunds: JSON.stringify(row.refunds) }
}

const countColumns = [
  ...(['subscription', 'period_start', 'billed_at', 'price_minor', 'is_voided'] as const),
  ...(['period_months', 'period_days', 'counted'] as const),
]
/** Weekly bills of twenty years for ten subscriptions. */
const MAX_COUNTED = 10_000

const known = statement(
  'processor_bill.known',
  `
select ${columnList('x', 'processor_bill')}
from unnest($2::uuid[], $3::text[]) as asked(subscription, period_start)
cross join lateral (
  select x.*
  from processor_bill x
  where x.tenant_id = $1
    and ${firstFrom(['x.subscription', 'x.period_start'], ['asked.subscription', 'asked.period_start'])}
) as x
where x.period_start = asked.period_start`,
)

export type BillKey = Pick<BillRow, 'subscription' | 'period_start'>

/** Loads those of these bills that are kept already. */
export function loadBills(tx: TenantTx, keys: readonly BillKey[]): Promise<BillRow[]> {
  if (keys.length === 0) return Promise.resolve([])
  return tx.rows<BillRow>(known, [keys.map((it) => it.subscription), keys.map((it) => it.period_start)])
}

const ofAccountSince = statement(
  'processor_bill.of_account_since',
  `
select ${countColumns.map((it) => `x.${it}`).join(', ')}
from processor_bill x
where x.tenant_id = $1
  and (x.account_id, x.id) >= ($2::uuid, $3::uuid)
  and x.account_id <= $2::uuid
order by x.account_id, x.id
limit ${MAX_COUNTED}`,
)

/** The columns of a bill that decide how many bills of its rewards are left. */
export type BillCountRow = Pick<BillRow, (typeof countColumns)[number]>

/** Loads the bills of an account that were made since a moment, the oldest first. */
export function loadBillsSince(tx: TenantTx, account: AccountKey, since: number): Promise<BillCountRow[]> {
  return tx.rows<BillCountRow>(ofAccountSince, [account, firstIdOf(since)])
}

const refundsOf = statement(
  'processor_bill.refunds_of_customer',
  `
select refund.*
from (
  select c.account_id
  from processor_customer c
  where c.tenant_id = $1
    and ${byKey('c.customer_id', '$2')}
) as owner
${joinByKey('processor_bill x', 'account_id', 'owner.account_id', "x.refunds <> '[]'")}
cross join lateral jsonb_to_recordset(x.refunds) as refund(id text, status text, amount jsonb, "createdAt" bigint)`,
)

/** Loads the refunds of a customer's bills, as they were last read. */
export function loadRefundsOf(tx: TenantTx, customerId: string): Promise<PaymentRefund[]> {
  return tx.rows<PaymentRefund>(refundsOf, [customerId])
}

const lock = statement(
  'processor_bill.lock',
  `
select ${columnList('x', 'processor_bill')}
from processor_bill x
where x.tenant_id = $1
  and ${byKey('x.id', '$2::uuid')}
for no key update`,
)

/** Locks a bill; null if there is none of this ID. */
export async function lockBill(tx: TenantTx, id: string): Promise<BillRow | null> {
  const [row] = await tx.rows<BillRow>(lock, [id])
  return row ?? null
}

export type ListedBillRow = BillRow & {
  readonly account: AccountId
  /** Its ID at the processor. */
  readonly subscription_id: string
}

const ofSubscription: Filter<string> = {
  conditions(id) {
    const key = `(
    select named.id
    from processor_subscription named
    where named.tenant_id = $1
      and ${byKey('named.subscription_id', '?')}
  )`
    const index = { column: 'x.subscription', isById: true }
    return [{ sql: `x.subscription between ${key} and ${key}`, values: [id, id, id, id], index }]
  },
  samples: { alone: ['sub_bob'] },
}

/** The IDs begin with the time of the bill. */
const from: Filter<number> = {
  conditions: (time) => [{ sql: 'x.id >= ?::uuid', values: [firstIdOf(Math.min(time, LAST_TIME))] }],
  samples: { alone: [0] },
}

const to: Filter<number> = {
  conditions: (time) => [{ sql: 'x.id <= ?::uuid', values: [lastIdOf(Math.min(time, LAST_TIME))] }],
  samples: { alone: [1] },
}

export const billList = list({
  name: 'processor_bill.list',
  select: `${columnList('x', 'processor_bill')}, a.external_id as account, s.subscription_id`,
  table: 'processor_bill',
  alias: 'x',
  joins: `${joinByKey('account a', 'id', 'x.account_id')}
${joinByKey('processor_subscription s', 'id', 'x.subscription')}`,
  filters: {
    subscriptionId: ofSubscription,
    accountId: ofAccount({ column: 'x.account_id', isById: true }),
    state: oneOf(billStates, 'x.state', { isById: true }),
    from,
    to,
  },
  hasOldestFirst: true,
})

export type BillFilter = FilterOf<typeof billList>

const byId = statement(
  'processor_bill.by_ids',
  `
select ${billList.select}
from unnest($2::uuid[]) as asked(id)
${joinByKey('processor_bill x', 'id', 'asked.id')}
${billList.joins}`,
)

export function findBills(tx: TenantTx, ids: readonly string[]): Promise<ListedBillRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : tx.rows<ListedBillRow>(byId, [ids])
}

export async function findBill(tx: TenantTx, id: string): Promise<ListedBillRow | null> {
  return (await findBills(tx, [id]))[0] ?? null
}

/** All bills, oldest first. */
export const walkBills = walkOf<ListedBillRow>(billList)

/** The bills that are kept, by when they were made. */
export function listBills(
  tx: TenantTx,
  filter: BillFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ListedBillRow>> {
  return readPage(tx, billList, filter, now, request)
}
