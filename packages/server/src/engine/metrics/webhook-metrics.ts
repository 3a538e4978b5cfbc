import { Counter, Histogram, type Registry } from 'prom-client'
import { observeWebhooks } from '../signals/webhook-activity.ts'
import { counter, histogram } from './definition.ts'

export const webhookDefinitions = {
  attempts: histogram(
    'goodword_webhook_attempt_duration_seconds',
    'Duration of requests to webhook receivers, by outcome: success, or why it failed (status_not_2xx, redirected, gone, timed_out, host_not_found, address_not_public, connection_failed, tls_failed, invalid_response, secret_unreadable).',
    ['outcome'],
  ),
  failed: counter(
    'goodword_webhook_deliveries_failed_total',
    'Deliveries of webhooks that failed for good: after the last attempt, or because the receiver answered 410.',
  ),
  disabled: counter(
    'goodword_webhook_receivers_disabled_total',
    'Webhook receivers that the service disabled, by reason: gone (answered 410) or failing (for five days).',
    ['reason'],
  ),
}

/** Counts requests to webhook receivers. No label names a tenant: their number has no limit. Returns how to stop. */
export function webhookMetrics(registry: Registry): () => void {
  const registers = [registry]
  const attempts = new Histogram({
    ...webhookDefinitions.attempts,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  })
  const failed = new Counter({ ...webhookDefinitions.failed, registers })
  const disabled = new Counter({ ...webhookDefinitions.disabled, registers })
  // A series that begins at zero shows its first increase as a rate.
  for (const reason of ['gone', 'failing']) disabled.inc({ reason }, 0)

  return observeWebhooks((activity) => {
    switch (activity.kind) {
      case 'attempt':
        return attempts.observe({ outcome: activity.outcome.toLowerCase() }, activity.durationMs / 1000)
      case 'given up':
        return failed.inc()
      case 'disabled':
        return disabled.inc({ reason: activity.reason.toLowerCase() })
    }
  })
}
