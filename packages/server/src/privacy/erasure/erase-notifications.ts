import { NIL } from 'uuid'
import {
  erasedAccountCustomer,
  eraseNotifications,
  listNotifications,
  subscriptionsOfAccount,
} from '../../billing/rows/customer-rows.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { notificationsAbout } from '../personal-data/notifications-about.ts'
import type { ErasureStep, ErasureWork } from './erasure-step.ts'

/** A payload has up to 256 KiB, and most have a few. */
const PAGE = 50

/**
 * The payloads of notifications that name the person and, if the account has no other people, those about its customers. The
 * IDs of the customers stay as long as the customers.
 */
export const eraseNotificationPayloads: ErasureStep = (work) => eraseNotificationsOf(work, false)

/** Erases with `ids` also the IDs of customers and subscriptions in these notifications. */
export async function eraseNotificationsOf(work: ErasureWork, ids: boolean): Promise<void> {
  const { ctx, tenantId, signal } = work
  const isConcerned = await concerns(work)
  for (let after: string | null = NIL; after !== null; ) {
    signal.throwIfAborted()
    const from: string = after
    after = await ctx.writeTenant(tenantId, async (tx: TenantTx) => {
      const rows = await listNotifications(tx, from, PAGE)
      const found = rows.filter((row) => (ids || row.payload !== null) && isConcerned(row))
      if (found.length > 0) {
        eraseNotifications(
          tx,
          found.map((row) => row.id),
          ids,
        )
      }
      return rows.length < PAGE ? null : (rows.at(-1)?.id ?? null)
    })
  }
}

async function concerns({ ctx, tenantId, account, withAccount, wanted }: ErasureWork) {
  if (!withAccount) return notificationsAbout(wanted, null, [])
  const [customer, subscriptions] = await ctx.readTenant(tenantId, (tx) =>
    Promise.all([erasedAccountCustomer(tx, account), subscriptionsOfAccount(tx, account)]),
  )
  return notificationsAbout(wanted, customer?.customerId ?? null, subscriptions)
}
