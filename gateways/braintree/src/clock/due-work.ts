import type { DoneWork } from '@goodword/sandbox/model/world'
import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { nextBillingAt, runBilling } from '../resources/billing/run-billing.ts'
import { nextDisputeAt, runDisputes } from '../resources/disputes/run-disputes.ts'
import { nextSettlementAt, runSettlement } from '../resources/transactions/settle.ts'

/** The next moment at which the gateway bills, settles or decides by itself; null while there is nothing. */
export function nextWorkAt(merchant: Merchant): number | null {
  const moments = [nextBillingAt(merchant), nextSettlementAt(merchant), nextDisputeAt(merchant)]
  const due = moments.filter((each) => each !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** Does what is due: bills before transactions settle, then disputes. */
export function doWork(gateway: Gateway, merchant: Merchant, now: number): DoneWork {
  const others = [nextBillingAt(merchant), nextDisputeAt(merchant)]
  const settled = isDue(nextSettlementAt(merchant), now) ? 'settlement' : 'nothing'
  const done = others.some((it) => isDue(it, now)) ? 'more' : settled
  if (isDue(nextBillingAt(merchant), now)) runBilling(gateway, merchant, now)
  if (isDue(nextSettlementAt(merchant), now)) runSettlement(merchant, now)
  if (isDue(nextDisputeAt(merchant), now)) runDisputes(gateway, merchant, now)
  return done
}

function isDue(moment: number | null, now: number): boolean {
  return moment !== null && moment <= now
}
