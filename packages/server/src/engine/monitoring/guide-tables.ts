import { stripeRights } from '@goodword/domain/processors/stripe-rights'
import { backupDefinitions } from '../metrics/backup-metrics.ts'
import { billingDefinitions } from '../metrics/billing-metrics.ts'
import { businessDefinitions } from '../metrics/business-metrics.ts'
import { clickDefinitions } from '../metrics/click-metrics.ts'
import type { Definition } from '../metrics/definition.ts'
import { diskDefinitions } from '../metrics/disk-metrics.ts'
import { eventDefinitions } from '../metrics/event-metrics.ts'
import { jobDefinitions } from '../metrics/job-metrics.ts'
import { mailDefinitions } from '../metrics/mail-metrics.ts'
import { processDefinitions } from '../metrics/process-metrics.ts'
import { processorDefinitions } from '../metrics/processor-metrics.ts'
import { batchDefinitions, requestDefinitions } from '../metrics/request-metrics.ts'
import { statisticDefinitions } from '../metrics/statistic-metrics.ts'
import { webhookDefinitions } from '../metrics/webhook-metrics.ts'
import type { Alert } from './section.ts'
import { sections } from './sections.ts'

const METRICS = '| Metric | Type | What it says |'
const ALERTS = '| Alert | For | It means | What to do |'

/** The guide on monitoring with the tables of metrics and alerts as they are defined. */
export function guideWithTables(guide: string): string {
  const metrics = allDefinitions.map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`)
  const alerts = sections
    .flatMap((section) => section.alerts)
    .map(
      ({ name, lasting, summary, description }) =>
        `| \`${name}\` | ${duration(lasting)} | ${labelNames(summary)} | ${description} |`,
    )
  return withTable(withTable(guide, METRICS, metrics), ALERTS, alerts)
}

const RIGHTS = '| Permission | What it is for |'

/** The guide on Stripe with the rights that its key needs. */
export function guideWithRights(guide: string): string {
  const rights = stripeRights.map(({ label, use }) => `| ${label} | ${use} |`)
  return withTable(guide, RIGHTS, rights)
}

function withTable(guide: string, head: string, rows: readonly string[]): string {
  const [before = '', after] = guide.split(`\n${head}\n`)
  if (after === undefined) throw new Error(`The guide has no table with the head ${head}`)
  const line = head.replace(/[^|]+/g, '---')
  return [before, head, line, ...rows, after.slice(after.indexOf('\n\n') + 1)].join('\n')
}

function duration(lasting: Alert['lasting']): string {
  return lasting === undefined ? 'at once' : lasting.replace('m', ' min').replace('h', ' h')
}

function labelNames(summary: string): string {
  return summary.replaceAll(/\{\{ \$labels[.](\w+) \}\}/g, '`$1`')
}

/** Every metric of the service, without those of Node.js, in the order of the guide. */
export const allDefinitions: readonly Definition[] = [
  requestDefinitions,
  clickDefinitions,
  businessDefinitions,
  processorDefinitions,
  billingDefinitions,
  webhookDefinitions,
  batchDefinitions,
  jobDefinitions,
  eventDefinitions,
  mailDefinitions,
  statisticDefinitions,
  processDefinitions,
  diskDefinitions,
  backupDefinitions,
].flatMap((definitions) => Object.values<Definition>(definitions))
