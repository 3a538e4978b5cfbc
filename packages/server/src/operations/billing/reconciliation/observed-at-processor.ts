import type { EvidenceKey, Observed } from '@goodword/domain/fraud/fraud-history'
import type { CustomerState } from '../../../connectors/processor-state.ts'
import type { Context, Transaction } from '../../foundation/context.ts'

/** Payment methods of a customer that are compared, the first that the processor shows. */
const MAX_METHODS = 16

/** What fraud rules read of a customer at the processor: its payment methods, and what went wrong with its payments. */
export function observedAtProcessor(
  tx: Transaction,
  {
    paymentMethods,
    failedPayments,
    subscriptions,
  }: Pick<CustomerState, 'paymentMethods' | 'failedPayments' | 'subscriptions'>,
): Observed {
  const { secretBox } = tx.singleton(secrets)
  const keys = paymentMethods
    .slice(0, MAX_METHODS)
    .map((it): EvidenceKey => ({ kind: 'card', key: secretBox.evidenceKey(tx.tenantId, 'card', it) }))
  const [, ...later] = subscriptions
    .flatMap((it) => it.payments)
    .filter((it) => it.type === 'SALE' && it.status !== 'FAILED')
    .toSorted((one, other) => one.createdAt - other.createdAt)
  // A dispute of the first payment holds the side until it is won.
  const disputes = later.filter((it) => (it.disputes ?? []).length > 0).length
  return {
    keys,
    facts: {
      ...(failedPayments > 0 ? { failedPayments } : {}),
      ...(disputes > 0 ? { disputes } : {}),
    },
  }
}

function secrets({ secretBox }: Context): Pick<Context, 'secretBox'> {
  return { secretBox }
}
