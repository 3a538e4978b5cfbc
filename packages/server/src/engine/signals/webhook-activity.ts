/** An event about deliveries of webhooks, as metrics and the log show it. */
export type WebhookActivity =
  | {
      readonly kind: 'attempt'
      /** `SUCCESS`, or the code of the error. */
      readonly outcome: string
      readonly durationMs: number
    }
  | { readonly kind: 'given up' }
  | {
      readonly kind: 'disabled'
      readonly tenantId: string
      readonly receiverId: string
      readonly reason: string
    }

export type WebhookObserver = (activity: WebhookActivity) => void

/** As with batches, the whole process is observed, so there is one list of observers. */
const observers = new Set<WebhookObserver>()

/** Calls the observer for everything in this process; returns a function that ends it. */
export function observeWebhooks(observe: WebhookObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

export function reportWebhook(activity: WebhookActivity): void {
  for (const observe of observers) observe(activity)
}
