import { mailDefinitions } from '../metrics/mail-metrics.ts'
import { webhookDefinitions } from '../metrics/webhook-metrics.ts'
import { countOf, perSecond, quantile, series } from './queries.ts'
import type { Section } from './section.ts'

export const outbound: Section = {
  title: 'E-mails and webhooks',
  panels: [
    {
      title: 'E-mails',
      description: 'E-mails to users by outcome, and how long deliveries to the mail server take.',
      queries: {
        '{{outcome}}': perSecond(mailDefinitions.mails, ['outcome']),
        '95 % of deliveries took less (s)': quantile(0.95, mailDefinitions.durations),
      },
    },
    {
      title: 'Requests to webhook receivers',
      description: 'Requests by outcome. What is not a success is sent again, up to 12 times.',
      queries: { '{{outcome}}': perSecond(countOf(webhookDefinitions.attempts), ['outcome']) },
    },
    {
      title: 'Webhooks that fail',
      description: 'Deliveries that failed for good, and receivers that were disabled, by reason.',
      queries: {
        'failed deliveries': perSecond(webhookDefinitions.failed),
        'disabled: {{reason}}': perSecond(webhookDefinitions.disabled, ['reason']),
      },
    },
  ],
  alerts: [
    {
      name: 'GoodwordMailServerFailing',
      when: `sum by (job) (increase(${series(mailDefinitions.mails, { outcome: 'unavailable' })}[30m])) > 0 and sum by (job) (increase(${series(mailDefinitions.mails, { outcome: 'sent' })}[30m])) == 0`,
      lasting: '15m',
      severity: 'warning',
      summary: 'The mail server (SMTP_URL) does not take e-mails.',
      description:
        'E-mails wait, and are sent when it works again. GET mails?state=WAITING says why: unreachable, timeout, TLS or login.',
    },
    {
      name: 'GoodwordMailsRefused',
      when: `sum by (job) (increase(${series(mailDefinitions.mails, { outcome: 'failed' })}[1h])) > 10 and sum by (job) (increase(${series(mailDefinitions.mails, { outcome: 'failed' })}[1h])) > sum by (job) (increase(${series(mailDefinitions.mails, { outcome: 'sent' })}[1h]))`,
      lasting: '15m',
      severity: 'warning',
      summary: 'The mail server refuses most e-mails for good.',
      description:
        "GET mails?state=FAILED shows the reply codes. Check that the mail server may send for the programs' sender addresses.",
    },
    {
      name: 'GoodwordWebhookReceiverDisabled',
      when: `sum by (reason) (increase(${series(webhookDefinitions.disabled)}[1h])) > 0`,
      severity: 'warning',
      summary: 'A webhook receiver was disabled ({{ $labels.reason }}).',
      description:
        "The log line 'webhook receiver disabled' names the tenant. Tell the merchant, who enables it again with PUT webhooks/{id}.",
    },
  ],
}
