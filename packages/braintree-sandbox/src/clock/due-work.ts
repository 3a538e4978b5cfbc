import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { nextBillingAt, runBilling } from '../resources/billing/run-billing.ts'
import { nextDisputeAt, runDisputes } from '../resources/disputes/run-disputes.ts'
import { nextSettlementAt, runSettlement } from '../resources/transactions/settle.ts'
import { deliverDue } from '../webhooks/deliver-due.ts'
import { nextNotificationAt } from '../webhooks/journal.ts'

/** The next moment at which the gateway has something to do by itself; null while there is nothing. */
export function nextDueAt(merchant: Merchant): number | null {
  const moments = [
    nextBillingAt(merchant),
    nextSettlementAt(merchant),
    nextDisputeAt(merchant),
    nextNotificationAt(merchant),
  ]
  const due = moments.filter((each) => each !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** What was due; no notification says that transactions settle. */
export type DoneWork = 'nothing' | 'settlement' | 'more'

/** Does what is due: bills before transactions settle, then disputes, and last what notifications there are. */
export async function doWhatIsDue(gateway: Gateway, merchant: Merchant, now: number): Promise<DoneWork> {
  const others = [nextBillingAt(merchant), nextDisputeAt(merchant), nextNotificationAt(merchant)]
  const settled = isDue(nextSettlementAt(merchant), now) ? 'settlement' : 'nothing'
  const done = others.some((it) => isDue(it, now)) ? 'more' : settled
  if (isDue(nextBillingAt(merchant), now)) runBilling(gateway, merchant, now)
  if (isDue(nextSettlementAt(merchant), now)) runSettlement(merchant, now)
  if (isDue(nextDisputeAt(merchant), now)) runDisputes(gateway, merchant, now)
  await deliverDue(gateway, merchant)
  return done
}

function isDue(moment: number | null, now: number): boolean {
  return moment !== null && moment <= now
}
