import type { AccountId, AccountKey, EventId } from '@goodword/domain/values/ids'
import { discountList, type ListedDiscountRow } from '../../../billing/rows/subscriptions.ts'
import { joinByKey, selectByIds } from '../../../engine/driver/by-key.ts'
import { columnList } from '../../../engine/driver/rows.ts'
import { type Statement, statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { EventRow } from './account-events.ts'

// The records that events are about, many at a time and each by its key.

const events = statement('event.by_ids', selectByIds('event e', columnList('e', 'event')))

/** The events that exist of these, oldest first. */
export async function loadEvents(tx: TenantTx, ids: readonly EventId[]): Promise<EventRow[]> {
  const rows = await load<EventRow>(tx, events, ids)
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

const discounts = statement(
  'processor_subscription.by_ids',
  selectByIds('processor_subscription x', discountList.select, discountList.joins),
)

/** Subscriptions at the payment processor with the discounts of their next bills. */
export function loadDiscounts(tx: TenantTx, ids: readonly string[]): Promise<ListedDiscountRow[]> {
  return load(tx, discounts, ids)
}

/** Credit that was redeemed, or that a bill uses. */
export type SpentCreditRow = {
  readonly id: string
  readonly account_id: AccountKey
  readonly account: AccountId
  readonly unit: string
  readonly amount: number
  readonly isOfBill: boolean
}

const ofAccount = joinByKey('account a', 'id', 'x.account_id')

const redemptions = statement(
  'redemption.by_ids',
  selectByIds(
    'redemption x',
    'x.id, x.account_id, a.external_id as account, x.unit, x.amount, false as "isOfBill"',
    ofAccount,
  ),
)

export function loadRedemptions(tx: TenantTx, ids: readonly string[]): Promise<SpentCreditRow[]> {
  return load(tx, redemptions, ids)
}

const reservations = statement(
  'credit_reservation.by_ids',
  selectByIds(
    'credit_reservation x',
    `x.id, x.account_id, a.external_id as account, x.currency as unit, (
  select coalesce(sum((part.value ->> 'amount')::int8), 0)::int8
  from jsonb_array_elements(x.parts) as part
) as amount, true as "isOfBill"`,
    ofAccount,
  ),
)

/** Loads the credit that the bills of these reservations use, or used. */
export function loadReservations(tx: TenantTx, ids: readonly string[]): Promise<SpentCreditRow[]> {
  return load(tx, reservations, ids)
}

async function load<Row>(tx: TenantTx, it: Statement, ids: readonly string[]): Promise<Row[]> {
  return ids.length === 0 ? [] : tx.rows<Row>(it, [ids])
}
