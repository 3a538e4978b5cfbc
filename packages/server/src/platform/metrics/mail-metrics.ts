import { mailKinds } from '@goodword/domain/mail'
import { Counter, Histogram, type Registry } from 'prom-client'
import { mailOutcomes, observeMails } from '../mail-events.ts'

/** Counts e-mails to participants. No label names a tenant: their number has no limit. Returns how to stop. */
export function mailMetrics(registry: Registry): () => void {
  const registers = [registry]
  const mails = new Counter({
    name: 'goodword_mails_total',
    help: 'E-mails to participants, by kind and outcome: sent (accepted by the mail server), failed (refused for good), deferred (refused for now), unavailable (the mail server did not work), skipped (not to be sent), or kept (test program, or no mail server).',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'goodword_mail_delivery_duration_seconds',
    help: 'Duration of deliveries to the mail server, with the wait for a turn, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  // A series that begins at zero shows its first increase as a rate.
  for (const kind of mailKinds) {
    for (const outcome of mailOutcomes) mails.inc({ kind, outcome }, 0)
  }
  return observeMails(({ kind, outcome, durationMs }) => {
    mails.inc({ kind, outcome })
    if (durationMs !== null) durations.observe({ outcome }, durationMs / 1000)
  })
}
