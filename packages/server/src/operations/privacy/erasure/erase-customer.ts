import { newPlaceholder } from '../../../platform/random.ts'
import type { TenantTx } from '../../../store/driver/tenant-tx.ts'
import {
  deleteJobOf,
  eraseCustomer,
  erasedAccountCustomer,
  eraseSubscription,
  hasRun,
  lockErasedAccountCustomer,
  subscriptionsOfAccount,
} from '../../../store/erasure/customer-rows.ts'
import { deleteReportedBills } from '../../../store/processor/reported-bills.ts'
import { eraseNotificationsOf } from './erase-notifications.ts'
import type { ErasureWork } from './erasure-step.ts'

/**
 * What keeps a customer: `LIVE` while a subscription is, because its discounts go on and need these IDs, and `UNREAD` while
 * the processor's present state is about to be read. Null when nothing does.
 */
type Bar = 'LIVE' | 'UNREAD' | null

/**
 * Replaces the customer of an account without other people at the payment processor, and what is stored of its
 * subscriptions, unless something bars it, which is the answer then.
 */
export async function eraseCustomerOf(work: ErasureWork): Promise<Bar> {
  const { ctx, tenantId, account, withAccount } = work
  if (!withAccount) return null
  const bar = await ctx.readTenant(tenantId, async (tx) => {
    const customer = await erasedAccountCustomer(tx, account)
    return customer === null ? null : findBar(tx, work, customer.customerId)
  })
  if (bar !== null) return bar
  // Before its customer is replaced, by which they are found.
  await eraseNotificationsOf(work, true)
  return ctx.writeTenant(tenantId, async (tx) => {
    const customer = await lockErasedAccountCustomer(tx, account)
    if (customer === null) return null
    const newBar = await findBar(tx, work, customer.customerId)
    if (newBar !== null) return newBar
    const customerId = newPlaceholder()
    for (const row of await subscriptionsOfAccount(tx, account)) {
      eraseSubscription(tx, row, { subscriptionId: newPlaceholder(), customerId })
    }
    eraseCustomer(tx, account, customer.customerId, customerId)
    deleteReportedBills(tx, customer.customerId)
    deleteJobOf(tx, 'CUSTOMER', customer.customerId)
    return null
  })
}

async function findBar(tx: TenantTx, { account }: ErasureWork, customer: string): Promise<Bar> {
  const [isRead, subscriptions] = await Promise.all([
    hasRun(tx, 'CUSTOMER', customer),
    subscriptionsOfAccount(tx, account),
  ])
  if (subscriptions.some((it) => it.is_live)) return 'LIVE'
  return isRead ? null : 'UNREAD'
}
