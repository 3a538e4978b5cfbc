import { backupDefinitions } from '../../engine/metrics/backup-metrics.ts'
import { clickDefinitions } from '../../engine/metrics/click-metrics.ts'
import { diskDefinitions } from '../../engine/metrics/disk-metrics.ts'
import { nodeDefinitions, processDefinitions } from '../../engine/metrics/process-metrics.ts'
import { batchDefinitions, requestDefinitions } from '../../engine/metrics/request-metrics.ts'
import { bucketsOf } from '../../engine/monitoring/queries.ts'
import { type AlertTest, begins, fires, quiet, scraped } from './alert-test.ts'

export const serviceAlerts: readonly AlertTest[] = [
  {
    name: 'a process that is well',
    series: {
      'up{job="goodword",instance="a"}': '1x30',
      [scraped(processDefinitions.ready, { check: 'database' })]: '1x30',
      [scraped(requestDefinitions.responses, { status: '200' })]: '0+6000x30',
      [scraped(requestDefinitions.responses, { status: '500' })]: '0x30',
      [scraped(requestDefinitions.responses, { status: '503' })]: '0x30',
      [scraped(batchDefinitions.oldestAge, { queue: 'tracking' })]: '0x30',
      [scraped(processDefinitions.connectionsPending)]: '0x30',
    },
    expected: [
      quiet('30m', 'GoodwordDown'),
      quiet('30m', 'GoodwordNotReady'),
      quiet('30m', 'GoodwordInternalErrors'),
      quiet('30m', 'GoodwordUnavailable'),
      quiet('30m', 'GoodwordQueueSlow'),
      quiet('30m', 'GoodwordConnectionPoolExhausted'),
    ],
  },
  {
    name: 'a process that was stopped',
    series: {
      'up{job="goodword",instance="a"}': '1 1 0 0 0 0',
    },
    expected: begins('GoodwordDown', '1m', '4m', { job: 'goodword', instance: 'a' }),
  },
  {
    name: 'one defect',
    series: {
      [scraped(requestDefinitions.responses, { status: '500' })]: '0 0 0 1 1 1 1 1 1 1 1',
    },
    expected: [
      ...begins('GoodwordInternalErrors', '2m', '3m', { job: 'goodword', instance: 'a', status: '500' }),
      quiet('10m', 'GoodwordInternalErrors'),
    ],
  },
  {
    name: 'a database that went away',
    series: {
      [scraped(processDefinitions.ready, { check: 'database' })]: '1 1 0x10',
      [scraped(processDefinitions.ready, { check: 'queue' })]: '1x12',
      [scraped(requestDefinitions.responses, { status: '503' })]:
        '0 0 60 120 180 240 300 360 420 480 540 600 660',
      [scraped(processDefinitions.connectionsPending)]: '0 0 40x10',
      [scraped(clickDefinitions.lost, { reason: 'unavailable' })]: '0 0 10+10x10',
    },
    expected: [
      fires('4m', 'GoodwordNotReady', { instance: 'a', check: 'database' }),
      fires('8m', 'GoodwordUnavailable', { job: 'goodword', instance: 'a', status: '503' }),
      fires('8m', 'GoodwordConnectionPoolExhausted', { job: 'goodword', instance: 'a' }),
      fires('10m', 'GoodwordClicksLost', { instance: 'a', reason: 'unavailable' }),
    ],
  },
  {
    name: 'a disk that fills',
    series: {
      // A process with a database of the operator's own has none of these series.
      [scraped(diskDefinitions.size)]: '20e9x60',
      [scraped(diskDefinitions.free)]: '5e9x9 1.9e9x20 1e8x20',
    },
    expected: [
      ...begins('GoodwordDiskNearlyFull', '9m', '20m', { job: 'goodword', instance: 'a' }),
      ...begins('GoodwordDiskFull', '28m', '35m', { job: 'goodword', instance: 'a' }),
    ],
  },
  {
    name: 'backups that fail on a disk that fills',
    series: {
      // The intervals have an hour; a sample is a minute.
      [scraped(backupDefinitions.interval)]: '3600x300',
      [scraped(backupDefinitions.age)]: '0+60x300',
      [scraped(backupDefinitions.size)]: '20e9x300',
      [scraped(backupDefinitions.free)]: '5e9x99 1.9e9x200',
    },
    expected: [
      ...begins('GoodwordBackupOverdue', '180m', '190m', { job: 'goodword', instance: 'a' }),
      ...begins('GoodwordBackupDiskNearlyFull', '99m', '110m', { job: 'goodword', instance: 'a' }),
    ],
  },
  {
    name: 'slow answers',
    series: {
      [scraped(bucketsOf(requestDefinitions.durations), { le: '0.5' })]: '0+90x20',
      [scraped(bucketsOf(requestDefinitions.durations), { le: '1' })]: '0+100x20',
      [scraped(bucketsOf(requestDefinitions.durations), { le: '+Inf' })]: '0+100x20',
    },
    expected: [fires('15m', 'GoodwordSlow', { instance: 'a' })],
  },
  {
    name: 'calls that wait for a slow database',
    series: {
      [scraped(batchDefinitions.oldestAge, { queue: 'tracking' })]: '0x4 3x10',
      [scraped(batchDefinitions.oldestAge, { queue: 'reading' })]: '0x4 1x10',
    },
    expected: begins('GoodwordQueueSlow', '5m', '8m', { job: 'goodword', instance: 'a', queue: 'tracking' }),
  },
  {
    name: 'requests with keys that are not valid, and too many requests',
    series: {
      [scraped(requestDefinitions.responses, { status: '401' })]: '0x9 0+120x60',
      [scraped(requestDefinitions.responses, { status: '429' })]: '0x9 0+120x60',
    },
    expected: [
      ...begins('GoodwordUnauthorizedRequests', '20m', '50m', {
        job: 'goodword',
        instance: 'a',
        status: '401',
      }),
      ...begins('GoodwordRateLimited', '20m', '50m', { job: 'goodword', instance: 'a', status: '429' }),
    ],
  },
  {
    name: 'a response that could not be stored',
    series: {
      [scraped(requestDefinitions.keyed, { outcome: 'stored' })]: '0+60x30',
      [scraped(requestDefinitions.keyed, { outcome: 'not_stored' })]: '0x9 1x20',
    },
    expected: [
      ...begins('GoodwordIdempotentResponsesNotStored', '9m', '12m', {
        job: 'goodword',
        instance: 'a',
        outcome: 'not_stored',
      }),
      quiet('20m', 'GoodwordIdempotentResponsesNotStored'),
    ],
  },
  {
    name: 'a process that is busy and grows',
    series: {
      [scraped(nodeDefinitions.eventLoopDelayMean)]: '0.010x9 0.2x60',
      [scraped(nodeDefinitions.residentMemory)]: '200e6x9 450e6x60',
    },
    expected: [
      ...begins('GoodwordEventLoopSlow', '10m', '13m', { job: 'goodword', instance: 'a' }),
      ...begins('GoodwordMemoryHigh', '35m', '45m', { job: 'goodword', instance: 'a' }),
    ],
  },
]
