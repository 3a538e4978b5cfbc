import { businessDefinitions } from '../../platform/metrics/business-metrics.ts'
import { eventDefinitions } from '../../platform/metrics/event-metrics.ts'
import { jobDefinitions } from '../../platform/metrics/job-metrics.ts'
import { mailDefinitions } from '../../platform/metrics/mail-metrics.ts'
import { statisticDefinitions } from '../../platform/metrics/statistic-metrics.ts'
import { webhookDefinitions } from '../../platform/metrics/webhook-metrics.ts'
import { bucketsOf } from '../../platform/monitoring/series.ts'
import { type AlertTest, fires, quiet, scraped } from './alert-test.ts'

export const workAlerts: readonly AlertTest[] = [
  {
    name: 'attributions without a conversion',
    interval: '1h',
    series: {
      [scraped(businessDefinitions.attributions)]: '0+2x60',
      [scraped(businessDefinitions.conversions)]: '5x60',
    },
    expected: [
      quiet('5h', 'GoodwordNoConversions'),
      fires('50h', 'GoodwordNoConversions', { job: 'goodword' }),
    ],
  },
  {
    name: 'held rewards that wait long for staff',
    interval: '1h',
    series: {
      [scraped(bucketsOf(businessDefinitions.decisions), { le: '604800' })]: '0x60',
      [scraped(bucketsOf(businessDefinitions.decisions), { le: '1209600' })]: '0x5 1+1x55',
      [scraped(bucketsOf(businessDefinitions.decisions), { le: '+Inf' })]: '0x5 1+1x55',
    },
    expected: [quiet('5h', 'GoodwordSlowReviews'), fires('20h', 'GoodwordSlowReviews', { job: 'goodword' })],
  },
  {
    name: 'a held reward that waits for more than a month',
    series: {
      // A month is over after one hour.
      [scraped(businessDefinitions.oldestWaiting, { mode: 'live' })]: '2588400+60x180',
      [scraped(businessDefinitions.oldestWaiting, { mode: 'test' })]: '9999999x180',
    },
    expected: [
      quiet('110m', 'GoodwordReviewForgotten'),
      fires('130m', 'GoodwordReviewForgotten', { job: 'goodword' }),
    ],
  },
  {
    name: 'background jobs',
    series: {
      [scraped(jobDefinitions.jobs, { state: 'failed' })]: '0x9 2x30',
      [scraped(jobDefinitions.jobs, { instance: 'b', state: 'failed' })]: '0x9 2x30',
      [scraped(jobDefinitions.oldestReady)]: '0+60x30',
      [scraped(eventDefinitions.oldestUnpublished)]: '0+60x30',
    },
    expected: [
      quiet('5m', 'GoodwordJobsFailed'),
      fires('12m', 'GoodwordJobsFailed', { job: 'goodword' }),
      quiet('5m', 'GoodwordJobsDelayed'),
      fires('15m', 'GoodwordJobsDelayed', { job: 'goodword' }),
      quiet('5m', 'GoodwordEventsDelayed'),
      fires('15m', 'GoodwordEventsDelayed', { job: 'goodword' }),
    ],
  },
  {
    name: 'statistics that are not counted any more',
    series: {
      // Counted every half minute at first.
      [scraped(statisticDefinitions.oldestUncounted)]: '0 40 20 0 30 0+60x40',
      [scraped(statisticDefinitions.oldestUncounted, { instance: 'b' })]: '0 40 20 0 30 0+60x40',
    },
    expected: [
      quiet('4m', 'GoodwordStatisticsDelayed'),
      // 600 seconds are reached, and then five minutes have not passed.
      quiet('20m', 'GoodwordStatisticsDelayed'),
      fires('22m', 'GoodwordStatisticsDelayed', { job: 'goodword' }),
    ],
  },
  {
    name: 'a webhook receiver that is disabled',
    series: {
      [scraped(webhookDefinitions.disabled, { reason: 'failing' })]: '0x9 1x120',
    },
    expected: [
      quiet('9m', 'GoodwordWebhookReceiverDisabled'),
      fires('15m', 'GoodwordWebhookReceiverDisabled', { reason: 'failing' }),
      quiet('100m', 'GoodwordWebhookReceiverDisabled'),
    ],
  },
  {
    name: 'a mail server that does not work',
    series: {
      [scraped(mailDefinitions.mails, { kind: 'FRIEND_JOINED', outcome: 'sent' })]: '0+5x20 100+0x100',
      [scraped(mailDefinitions.mails, { kind: 'FRIEND_JOINED', outcome: 'unavailable' })]: '0x20 0+2x100',
      [scraped(mailDefinitions.mails, { kind: 'FRIEND_JOINED', outcome: 'failed' })]: '0x20 0+1x100',
    },
    expected: [
      quiet('20m', 'GoodwordMailServerFailing'),
      quiet('20m', 'GoodwordMailsRefused'),
      fires('90m', 'GoodwordMailServerFailing', { job: 'goodword' }),
      fires('110m', 'GoodwordMailsRefused', { job: 'goodword' }),
    ],
  },
]
