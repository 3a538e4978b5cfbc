/** The outcome of an e-mail, as the metrics count it. */
export type MailEvent = {
  readonly kind: string
  readonly outcome: MailOutcome
  /** The duration of the exchange with the mail server; null for none. */
  readonly durationMs: number | null
}

export const mailOutcomes = ['sent', 'failed', 'deferred', 'unavailable', 'skipped', 'kept'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

export type MailObserver = (event: MailEvent) => void

/** As with batches, the whole process is observed, so there is one list of observers. */
const observers = new Set<MailObserver>()

/** Calls the observer for every e-mail of this process; returns a function that ends it. */
export function observeMails(observe: MailObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

export function reportMail(event: MailEvent): void {
  for (const observe of observers) observe(event)
}
