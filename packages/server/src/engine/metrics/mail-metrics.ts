import { listedMailKinds } from '@goodword/domain/outbound/mail'
import { Counter, Histogram, type Registry } from 'prom-client'
import { mailOutcomes, observeMails } from '../signals/mail-events.ts'
import { counter, histogram } from './definition.ts'

export const mailDefinitions = {
  mails: counter(
    'goodword_mails_total',
    'E-mails to users, by kind and outcome: sent (accepted by the mail server), failed (refused for good), deferred (refused for now), unavailable (the mail server did not work), skipped (not to be sent), or kept (test program, or no mail server).',
    ['kind', 'outcome'],
  ),
  durations: histogram(
    'goodword_mail_delivery_duration_seconds',
    'Duration of deliveries to the mail server, with the wait for a turn, by outcome.',
    ['outcome'],
  ),
}

/** Counts e-mails to users. No label names a tenant: their number has no limit. Returns how to stop. */
export function mailMetrics(registry: Registry): () => void {
  const registers = [registry]
  const mails = new Counter({ ...mailDefinitions.mails, registers })
  const durations = new Histogram({
    ...mailDefinitions.durations,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  // A series that begins at zero shows its first increase as a rate.
  for (const kind of listedMailKinds) {
    for (const outcome of mailOutcomes) mails.inc({ kind, outcome }, 0)
  }
  return observeMails(({ kind, outcome, durationMs }) => {
    mails.inc({ kind, outcome })
    if (durationMs !== null) durations.observe({ outcome }, durationMs / 1000)
  })
}
