import { eventDefinitions } from '../metrics/event-metrics.ts'
import { jobDefinitions } from '../metrics/job-metrics.ts'
import { statisticDefinitions } from '../metrics/statistic-metrics.ts'
import { highest, perSecond, quantile, series } from './queries.ts'
import type { Section } from './section.ts'

export const backgroundJobs: Section = {
  title: 'Background jobs',
  panels: [
    {
      title: 'Jobs by state',
      description: 'Of the whole database: failed ones are given up.',
      queries: { '{{state}}': highest(jobDefinitions.jobs, ['state']) },
    },
    {
      title: 'Job runs',
      description: 'Runs per second by kind and outcome.',
      queries: { '{{kind}} {{outcome}}': perSecond(jobDefinitions.runs, ['kind', 'outcome']) },
    },
    {
      title: 'Job delay and duration',
      description: 'How long jobs that could run wait, and how long runs take (95th percentile).',
      queries: {
        'oldest ready': highest(jobDefinitions.oldestReady),
        'wait p95': quantile(0.95, jobDefinitions.waits),
        '{{kind}} duration p95': quantile(0.95, jobDefinitions.durations, ['kind']),
      },
    },
    {
      title: 'Events to publish',
      description:
        'Events that are not in the events feed yet, and how long the oldest one has been waiting. Webhooks, e-mails and statistics wait for it.',
      queries: {
        unpublished: highest(eventDefinitions.unpublished),
        'oldest (seconds)': highest(eventDefinitions.oldestUnpublished),
        'oldest not in statistics (seconds)': highest(statisticDefinitions.oldestUncounted),
      },
    },
  ],
  alerts: [
    {
      name: 'GoodwordJobsFailed',
      when: `max by (job) (${series(jobDefinitions.jobs, { state: 'failed' })}) > 0`,
      severity: 'warning',
      summary: 'Background jobs have failed for good.',
      description: 'doctor names them, job list shows the errors; mend the cause, then run job retry.',
    },
    {
      name: 'GoodwordJobsDelayed',
      when: `max by (job) (${series(jobDefinitions.oldestReady)}) > 300`,
      lasting: '5m',
      severity: 'warning',
      summary: 'Background jobs have been waiting for a worker for more than 5 minutes.',
      description:
        'Check that a process other than PROCESS=web runs; start another one (PROCESS=worker) if it is busy.',
    },
    {
      name: 'GoodwordEventsDelayed',
      when: `max by (job) (${series(eventDefinitions.oldestUnpublished)}) > 300`,
      lasting: '5m',
      severity: 'warning',
      summary: 'Events have been waiting for more than 5 minutes, and webhooks with them.',
      description:
        'Look at jobs of the kind PUBLISH_EVENTS with job list, and check that a process other than PROCESS=web runs.',
    },
    {
      name: 'GoodwordStatisticsDelayed',
      when: `max by (job) (${series(statisticDefinitions.oldestUncounted)}) > 600`,
      lasting: '5m',
      severity: 'warning',
      summary: 'Statistics have been behind by more than 10 minutes.',
      description:
        'Look at jobs of the kinds FIND_UNCOUNTED and COUNT_STATISTICS with job list, and check that a process other than PROCESS=web runs.',
    },
  ],
}
