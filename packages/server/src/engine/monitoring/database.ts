import { diskDefinitions } from '../metrics/disk-metrics.ts'
import { processDefinitions } from '../metrics/process-metrics.ts'
import { batchDefinitions } from '../metrics/request-metrics.ts'
import { each, highest, mean, quantile, series, total } from './queries.ts'
import type { Section } from './section.ts'

export const database: Section = {
  title: 'Database',
  panels: [
    {
      title: 'Connections',
      description: 'Pending transactions wait because all connections are in use.',
      queries: {
        '{{state}}': total(processDefinitions.connections, ['state']),
        pending: total(processDefinitions.connectionsPending),
        max: total(processDefinitions.connectionsMax),
      },
    },
    {
      title: 'Queues',
      description: 'Calls that wait for their transaction, and the age of the oldest.',
      queries: {
        '{{queue}} depth': total(batchDefinitions.depth, ['queue']),
        '{{queue}} oldest, s': highest(batchDefinitions.oldestAge, ['queue']),
      },
    },
    {
      title: 'Batch size and wait',
      description: 'Mean number of calls that share a transaction, and the 95th percentile of their wait.',
      queries: {
        '{{queue}} calls': mean(batchDefinitions.sizes, ['queue']),
        '{{queue}} wait p95, s': quantile(0.95, batchDefinitions.waits, ['queue']),
      },
    },
    {
      title: 'Disk of the embedded database',
      queries: {
        '{{instance}} free': each(diskDefinitions.free),
        '{{instance}} size': each(diskDefinitions.size),
      },
    },
  ],
  alerts: [
    {
      name: 'GoodwordQueueSlow',
      when: `${series(batchDefinitions.oldestAge)} > 2`,
      lasting: '1m',
      severity: 'warning',
      summary: 'Calls wait for their transaction in the queue {{ $labels.queue }}.',
      description: 'The database is slow: look for long transactions and at its disk.',
    },
    {
      name: 'GoodwordConnectionPoolExhausted',
      when: `${series(processDefinitions.connectionsPending)} > 0`,
      lasting: '2m',
      severity: 'warning',
      summary: 'All database connections are in use and transactions wait for one.',
      description: 'The database is slow: look for long transactions and at its disk.',
    },
    {
      name: 'GoodwordDiskNearlyFull',
      when: `${series(diskDefinitions.free)} / ${series(diskDefinitions.size)} < 0.1`,
      lasting: '5m',
      severity: 'warning',
      summary: 'Less than a tenth of the disk of the database is free.',
      description:
        'Imports and exports are refused until there is more; when it is full, all writes are 503. Free space or enlarge the disk.',
    },
    {
      name: 'GoodwordDiskFull',
      when: `${series(diskDefinitions.free)} < 268435456`,
      lasting: '1m',
      severity: 'critical',
      summary: 'The disk of the database has less than 256 MiB free.',
      description:
        'Below 64 MiB the process is not ready, and writes are 503. Nothing acknowledged is lost: free space, and it goes on.',
    },
  ],
}
