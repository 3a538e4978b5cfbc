import { backupDefinitions } from './backup-metrics.ts'
import { billingDefinitions } from './billing-metrics.ts'
import { businessDefinitions } from './business-metrics.ts'
import { clickDefinitions } from './click-metrics.ts'
import type { Definition } from './definition.ts'
import { diskDefinitions } from './disk-metrics.ts'
import { eventDefinitions } from './event-metrics.ts'
import { jobDefinitions } from './job-metrics.ts'
import { mailDefinitions } from './mail-metrics.ts'
import { processDefinitions } from './process-metrics.ts'
import { processorDefinitions } from './processor-metrics.ts'
import { batchDefinitions, requestDefinitions } from './request-metrics.ts'
import { statisticDefinitions } from './statistic-metrics.ts'
import { webhookDefinitions } from './webhook-metrics.ts'

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
