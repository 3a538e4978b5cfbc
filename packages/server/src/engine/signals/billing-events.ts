/** An observation or action of the service about a customer's bill, as the metrics count it. */
export type BillingEvent = {
  readonly kind:
    | 'bill right'
    | 'bill wrong'
    | 'bill mended'
    | 'discount drifted'
    | 'discount changed'
    | 'discount change failed'
    | 'discount change stopped'
    | 'refund made'
    | 'refund refused'
}

export type BillingObserver = (event: BillingEvent) => void

/** As with batches, the whole process is observed, so there is one list of observers. */
const observers = new Set<BillingObserver>()

/** Calls the observer for every event of this process; returns a function that ends it. */
export function observeBilling(observe: BillingObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

/** Has to be called once the transaction of the event was committed. */
export function reportBilling(kind: BillingEvent['kind']): void {
  for (const observe of observers) observe({ kind })
}
