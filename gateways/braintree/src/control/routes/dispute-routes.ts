import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { oneOf, only } from '@goodword/sandbox/control/fields'
import { pageOf, pageQuery } from '@goodword/sandbox/control/page-of'
import { nowOf } from '../../gateway.ts'
import { disputeStatuses } from '../../model/dispute.ts'
import type { Merchant } from '../../model/merchant.ts'
import { type Cents, moneyText, parseMoney } from '../../model/money.ts'
import type { Transaction } from '../../model/transaction.ts'
import { moveDispute } from '../../resources/disputes/move-dispute.ts'
import { openDispute } from '../../resources/disputes/open-dispute.ts'
import { type DisputeBody, disputeBody } from '../bodies.ts'
import { type ControlRoute, ofAccount } from '../control-route.ts'
import { disputeSummary } from '../summaries.ts'

const DAY_MS = 86_400_000

/** The actions of customers and their banks. */
export const disputeRoutes: readonly ControlRoute[] = [
  ofAccount('GET', '/disputes', {
    query: [...pageQuery, 'status', 'transactionId'],
    handle: ({ account: merchant, query }) => {
      const { status = '', transactionId = '' } = query
      if (status !== '' && !disputeStatuses.some((each) => each === status)) {
        throw new ControlError('INVALID', `"status" must be one of ${disputeStatuses.join(', ')}.`)
      }
      const page = pageOf(merchant.disputes.values(), query, (each) => {
        if (status !== '' && each.status !== status) return false
        return transactionId === '' || each.transactionId === transactionId
      })
      return { items: page.items.map(disputeSummary), next: page.next }
    },
  }),
  ofAccount('POST', '/disputes', {
    body: disputeBody,
    handle: ({ control: { gateway }, account: merchant, body }) => {
      const { id, ends, kind = 'chargeback', reason = 'fraud' } = body
      if (id !== undefined && merchant.disputes.has(id)) {
        throw new ControlError('CONFLICT', `Dispute ${id} already exists.`)
      }
      const now = nowOf(gateway, merchant)
      const sale = findSale(merchant, body)
      const planned = ends === undefined ? null : { status: ends.status, at: now + ends.days * DAY_MS }
      const wanted = {
        kind,
        reason,
        planned,
        amount: amountOf(sale, body.amount),
        ...(id !== undefined && { id }),
      }
      return disputeSummary(openDispute(gateway, merchant, sale, wanted, now))
    },
  }),
  ofAccount('POST', '/disputes/:id/decide', {
    body: only({ status: oneOf(['won', 'lost']) }),
    handle: ({ control: { gateway }, account: merchant, body, path: { id = '' } }) => {
      const dispute = merchant.disputes.get(id)
      if (dispute === undefined) throw notThere(`dispute ${id}`)
      if (!['open', 'disputed', 'under_review'].includes(dispute.status)) {
        throw new ControlError('CONFLICT', `Dispute ${id} is ${dispute.status} already.`)
      }
      moveDispute(gateway, merchant, dispute, body.status, nowOf(gateway, merchant))
      return disputeSummary(dispute)
    },
  }),
]

/** @throws {ControlError} */
function findSale(
  merchant: Merchant,
  { transactionId, subscriptionId }: Pick<DisputeBody, 'transactionId' | 'subscriptionId'>,
): Transaction {
  if ((transactionId === undefined) === (subscriptionId === undefined)) {
    throw new ControlError('INVALID', 'Either "transactionId" or "subscriptionId" is required.')
  }
  if (subscriptionId !== undefined) return findBill(merchant, subscriptionId)
  const sale = merchant.transactions.get(transactionId ?? '')
  if (sale === undefined) throw notThere(`transaction ${transactionId}`)
  if (isDisputable(sale)) return sale
  const message = `Transaction ${sale.id} is a ${sale.type} that is ${sale.status}; only a sale that has begun to settle can be disputed.`
  throw new ControlError('CONFLICT', message)
}

function findBill(merchant: Merchant, id: string): Transaction {
  const subscription = merchant.subscriptions.get(id)
  if (subscription === undefined) throw notThere(`subscription ${id}`)
  const bills = subscription.transactionIds.flatMap((each) => merchant.transactions.get(each) ?? [])
  const [newest] = bills.filter(isDisputable).toSorted((a, b) => b.sequence - a.sequence)
  if (newest !== undefined) return newest
  throw new ControlError('CONFLICT', `Subscription ${id} has no bill yet that has begun to settle.`)
}

function isDisputable({ type, status }: Transaction): boolean {
  return type === 'sale' && (status === 'settled' || status === 'settling')
}

/** @throws {ControlError} */
function amountOf(sale: Transaction, given: string | undefined): Cents {
  const amount = given === undefined ? sale.amount : (parseMoney(given) ?? 0)
  if (amount > 0 && amount <= sale.amount) return amount
  throw new ControlError(
    'INVALID',
    `"amount" must be from 0.01 to ${moneyText(sale.amount)}, what the sale took.`,
  )
}
