/** A request that a connector made to a payment processor, or did not make, as the metrics count it. */
export type ProcessorCall =
  | {
      readonly kind: 'made'
      readonly processor: string
      /** `SUCCESS`, or the code of the error. */
      readonly outcome: string
      readonly durationMs: number
    }
  | { readonly kind: 'prevented'; readonly processor: string; readonly reason: PreventionReason }

/** Why a request was not made: the circuit breaker, a pause after a 429, or too many that wait. */
export const preventionReasons = ['circuit_open', 'rate_limited', 'queue_full'] as const
export type PreventionReason = (typeof preventionReasons)[number]

export type ProcessorCallObserver = (call: ProcessorCall) => void

/** As with batches, the whole process is observed, so there is one list of observers. */
const observers = new Set<ProcessorCallObserver>()

/** Calls the observer for every request of this process; returns a function that ends it. */
export function observeProcessorCalls(observe: ProcessorCallObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

export function reportProcessorCall(call: ProcessorCall): void {
  for (const observe of observers) observe(call)
}
