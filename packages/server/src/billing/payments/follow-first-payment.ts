import type { PaymentRefund, ProcessorSubscription } from '@goodword/domain/bills/processor-payment'
import { isGivenBack } from '@goodword/domain/payments/bill-money'
import { disputesOf, firstPaymentOf } from '@goodword/domain/payments/first-payment'
import { paymentCommands, reversalCheckAt } from '@goodword/domain/payments/first-payment-reversal'
import type { Account } from '@goodword/domain/referrals/account'
import type { ProcessorClient } from '../../connectors/connector.ts'
import type { PaymentState, SubscriptionState } from '../../connectors/processor-state.ts'
import type { Transaction } from '../../frame/context.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { loadReversals } from '../rows/payment-reversals.ts'

/** The account after what became of its first payment was tracked, and when to look at the payment again. */
export type Followed = { readonly account: Account; readonly checkAt: number | null }

/** Holds the referrer's side of a referral whose first payment was reversed, and approves it when that, or a dispute of a later one, is over. */
export async function followFirstPayment(
  tx: Transaction,
  account: Account,
  subscriptions: readonly ProcessorSubscription[],
): Promise<Followed> {
  if (account.referral === null || account.referral.convertedAt === null) return { account, checkAt: null }
  const reports = await loadReversals(tx, account.key)
  const payment = firstPaymentOf(account, subscriptions, reports)
  const checkOf = (it: Account) => (payment === null ? null : reversalCheckAt(it, payment, tx.now))
  const commands = paymentCommands(account, payment, disputesOf(subscriptions, reports))
  if (commands.length === 0) return { account, checkAt: checkOf(account) }
  const call = { accountId: account.id, source: 'processor', commands } as const
  const [tracked] = await trackIn(tx, [{ call, actor: 'processor' }])
  if (tracked === undefined) throw new Error('decision about a reversed payment not found')
  const after = acceptedOf(tracked).account
  return { account: after, checkAt: checkOf(after) }
}

/** The subscriptions with the refunds of their payments. A payment that is known to be settled is not read again. */
export async function withRefunds(
  client: ProcessorClient,
  subscriptions: readonly SubscriptionState[],
  known: readonly PaymentRefund[],
): Promise<readonly SubscriptionState[]> {
  const settled = new Map(known.filter(isFinal).map((it) => [it.id, it]))
  const refundsOf = async ({ refundIds }: PaymentState) => {
    const read = await client.readPayments(refundIds.filter((id) => !settled.has(id)))
    return [...refundIds.flatMap((id) => settled.get(id) ?? []), ...read]
  }
  const complete = async (it: PaymentState) =>
    it.refundIds.length === 0 || it.refunds !== undefined ? it : { ...it, refunds: await refundsOf(it) }
  return Promise.all(
    subscriptions.map(async (it) => ({ ...it, payments: await Promise.all(it.payments.map(complete)) })),
  )
}

function isFinal({ status }: PaymentRefund): boolean {
  return status === 'SETTLED' || !isGivenBack({ status })
}
