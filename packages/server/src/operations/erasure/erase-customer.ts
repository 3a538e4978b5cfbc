import { newPlaceholder } from '../../platform/random.ts'
import type { TenantTx } from '../../store/driver/tenant-tx.ts'
import {
  deleteJobOf,
  eraseCustomer,
  erasedAccountCustomer,
  eraseSubscription,
  hasRun,
  lockErasedAccountCustomer,
  subscriptionsOfAccount,
} from '../../store/erasure/customer-rows.ts'
import { eraseNotificationsOf } from './erase-notifications.ts'
import type { ErasureWork } from './erasure-step.ts'

/**
 * Replaces the customer of an account without other people at the payment processor, and what is stored of its
 * subscriptions. False while a subscription is live: its discounts go on, and need these IDs.
 */
export async function eraseCustomerOf(work: ErasureWork): Promise<boolean> {
  const { ctx, tenantId, account, withAccount } = work
  if (!withAccount) return true
  const isOver = await ctx.readTenant(tenantId, async (tx) => {
    const customer = await erasedAccountCustomer(tx, account)
    return customer === null || (await hasNoBills(tx, work, customer.customerId))
  })
  if (!isOver) return false
  // Before its customer is replaced, by which they are found.
  await eraseNotificationsOf(work, true)
  return ctx.writeTenant(tenantId, async (tx) => {
    const customer = await lockErasedAccountCustomer(tx, account)
    if (customer === null) return true
    if (!(await hasNoBills(tx, work, customer.customerId))) return false
    const customerId = newPlaceholder()
    for (const row of await subscriptionsOfAccount(tx, account)) {
      eraseSubscription(tx, row, { subscriptionId: newPlaceholder(), customerId })
    }
    eraseCustomer(tx, account, customer.customerId, customerId)
    deleteJobOf(tx, 'CUSTOMER', customer.customerId)
    return true
  })
}

async function hasNoBills(tx: TenantTx, { account }: ErasureWork, customer: string): Promise<boolean> {
  const [isRead, subscriptions] = await Promise.all([
    hasRun(tx, 'CUSTOMER', customer),
    subscriptionsOfAccount(tx, account),
  ])
  return isRead && subscriptions.every((it) => !it.is_live)
}
