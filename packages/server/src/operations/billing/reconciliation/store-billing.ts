import type { Account } from '@goodword/domain/referrals/account'
import type { EventId } from '@goodword/domain/values/ids'
import { reportBilling } from '../../../platform/billing-events.ts'
import { insertEvents } from '../../../store/events/events.ts'
import type { Transaction } from '../../foundation/context.ts'
import { moveEnds } from '../bills/count-percentages.ts'
import { recordPayments } from '../bills/record-payments.ts'
import { reserveCredit } from './bill-reservations.ts'
import type { BillingDecision } from './decide-billing.ts'
import type { Billing } from './read-billing.ts'
import type { BilledRewards } from './read-rewards.ts'
import { saveWatched } from './sweeps/save-watched.ts'

type Decided = {
  readonly billing: Billing
  /** The account as it is after tracking. */
  readonly account: Account
  readonly rewards: BilledRewards
  readonly decided: BillingDecision
}

/** Writes what was decided. */
export async function storeBilling(
  tx: Transaction,
  { billing: { evidence }, account, rewards: { open }, decided }: Decided,
): Promise<void> {
  const { subscriptions, nextBills, gone, percentages, outcomes } = decided
  await moveEnds(tx, percentages.moved)
  await reserveCredit(tx, account.key, open, nextBills)
  if (outcomes.length > 0)
    insertEvents(
      tx,
      outcomes.map((outcome) => ({ id: tx.newId<EventId>(), actor: 'processor', outcome })),
    )
  for (const { type } of outcomes) {
    if (type === 'discount.drifted') tx.afterCommit(() => reportBilling('discount drifted'))
    if (type === 'discount.failed') tx.afterCommit(() => reportBilling('discount change stopped'))
  }
  await saveWatched(tx, [...subscriptions.map(({ row }) => row), ...gone])
  recordPayments(
    tx,
    account,
    evidence.subscriptions.flatMap((it) => it.payments),
  )
}
