import { billingDefinitions } from '../../engine/metrics/billing-metrics.ts'
import { businessDefinitions } from '../../engine/metrics/business-metrics.ts'
import { eventDefinitions } from '../../engine/metrics/event-metrics.ts'
import { jobDefinitions } from '../../engine/metrics/job-metrics.ts'
import { mailDefinitions } from '../../engine/metrics/mail-metrics.ts'
import { processorDefinitions } from '../../engine/metrics/processor-metrics.ts'
import { statisticDefinitions } from '../../engine/metrics/statistic-metrics.ts'
import { webhookDefinitions } from '../../engine/metrics/webhook-metrics.ts'
import { bucketsOf, countOf } from '../../engine/monitoring/queries.ts'
import { type AlertTest, begins, fires, quiet, scraped } from './alert-test.ts'
import { serviceAlerts } from './service-alerts.ts'

const billingAlerts: readonly AlertTest[] = [
  {
    name: 'a payment processor that fails',
    series: {
      [scraped(countOf(processorDefinitions.durations), { processor: 'braintree', outcome: 'success' })]:
        '0+10x20 200+0x60',
      [scraped(countOf(processorDefinitions.durations), { processor: 'braintree', outcome: 'not_found' })]:
        '0+20x80',
      [scraped(countOf(processorDefinitions.durations), { processor: 'braintree', outcome: 'unavailable' })]:
        '0x20 0+60x60',
    },
    expected: begins('GoodwordProcessorFailing', '20m', '60m', { processor: 'braintree' }),
  },
  {
    name: 'customers who were charged wrongly',
    series: {
      [scraped(billingDefinitions.wrongBills, { mode: 'live', state: 'wrong' })]: '0x9 1x120',
      [scraped(billingDefinitions.wrongBills, { mode: 'live', state: 'refund_due' })]: '3x130',
      [scraped(billingDefinitions.wrongBills, { mode: 'test', state: 'wrong' })]: '5x130',
    },
    expected: begins('GoodwordCustomersChargedWrongly', '9m', '20m'),
  },
  {
    name: 'a discount that is wrong before its bill is made',
    series: {
      [scraped(billingDefinitions.wrongNearBill, { mode: 'live', state: 'failed' })]: '0x9 1x120',
      [scraped(billingDefinitions.wrongNearBill, { instance: 'b', mode: 'live', state: 'failed' })]:
        '0x9 1x120',
      [scraped(billingDefinitions.wrongNearBill, { mode: 'live', state: 'pending' })]: '0x9 1 1 0x120',
      [scraped(billingDefinitions.wrongNearBill, { mode: 'test', state: 'failed' })]: '5x130',
    },
    expected: [
      quiet('9m', 'GoodwordBillsAboutToBeWrong'),
      quiet('20m', 'GoodwordBillsAboutToBeWrong'),
      // Within an hour of the first one, with room; a change that takes two minutes and test programs are none.
      fires('26m', 'GoodwordBillsAboutToBeWrong', { job: 'goodword', state: 'failed' }),
    ],
  },
  {
    name: 'discounts that stay wrong',
    series: {
      [scraped(billingDefinitions.oldestWrongDiscount, { mode: 'live', state: 'failed' })]: '0x59 0+60x600',
      [scraped(billingDefinitions.oldestWrongDiscount, { mode: 'test', state: 'failed' })]: '0+60x1000',
    },
    expected: begins('GoodwordDiscountsWrong', '6h', '8h', { job: 'goodword', state: 'failed' }),
  },
  {
    name: 'discounts that someone else changes back',
    series: {
      [scraped(billingDefinitions.changes, { outcome: 'stopped' })]: '0x30 1x60',
      [scraped(billingDefinitions.changes, { outcome: 'failed' })]: '0+1x90',
    },
    expected: begins('GoodwordDiscountsChangedBack', '25m', '40m'),
  },
  {
    name: 'connections that cannot change discounts',
    series: {
      [scraped(billingDefinitions.connections, { mode: 'live', state: 'active' })]: '3x60',
      [scraped(billingDefinitions.connections, { mode: 'live', state: 'incomplete' })]: '1x60',
      [scraped(billingDefinitions.connections, { mode: 'test', state: 'broken' })]: '2x60',
      [scraped(billingDefinitions.connections, { mode: 'live', state: 'denied' })]: '0x9 1x60',
    },
    expected: begins('GoodwordConnectionBroken', '15m', '22m', { job: 'goodword', state: 'denied' }),
  },
  {
    name: 'a connection whose calls of the day are used up',
    series: {
      [scraped(billingDefinitions.usedBudgets, { mode: 'live' })]: '0x59 1x600',
      [scraped(billingDefinitions.usedBudgets, { mode: 'test' })]: '1x660',
    },
    expected: begins('GoodwordCallBudgetUsedUp', '6h', '8h'),
  },
  {
    name: 'discounts that are not compared any more',
    series: {
      [scraped(billingDefinitions.oldestCheck, { mode: 'live' })]: '0x59 0+60x3000',
    },
    expected: begins('GoodwordDiscountsNotChecked', '36h', '43h'),
  },
]

const workAlerts: readonly AlertTest[] = [
  {
    name: 'attributions without a conversion',
    interval: '1h',
    series: {
      [scraped(businessDefinitions.attributions)]: '0+2x60',
      [scraped(businessDefinitions.conversions)]: '5x60',
    },
    expected: begins('GoodwordNoConversions', '5h', '50h'),
  },
  {
    name: 'held rewards that wait long for staff',
    interval: '1h',
    series: {
      [scraped(bucketsOf(businessDefinitions.decisions), { le: '604800' })]: '0x60',
      [scraped(bucketsOf(businessDefinitions.decisions), { le: '1209600' })]: '0x5 1+1x55',
      [scraped(bucketsOf(businessDefinitions.decisions), { le: '+Inf' })]: '0x5 1+1x55',
    },
    expected: begins('GoodwordSlowReviews', '5h', '20h'),
  },
  {
    name: 'a held reward that waits for more than a month',
    series: {
      // A month is over after one hour.
      [scraped(businessDefinitions.oldestWaiting, { mode: 'live' })]: '2588400+60x180',
      [scraped(businessDefinitions.oldestWaiting, { mode: 'test' })]: '9999999x180',
    },
    expected: begins('GoodwordReviewForgotten', '110m', '130m'),
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
      ...begins('GoodwordJobsFailed', '5m', '12m'),
      ...begins('GoodwordJobsDelayed', '5m', '15m'),
      ...begins('GoodwordEventsDelayed', '5m', '15m'),
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
      ...begins('GoodwordStatisticsDelayed', '20m', '22m'),
    ],
  },
  {
    name: 'a webhook receiver that is disabled',
    series: {
      [scraped(webhookDefinitions.disabled, { reason: 'failing' })]: '0x9 1x120',
    },
    expected: [
      ...begins('GoodwordWebhookReceiverDisabled', '9m', '15m', { reason: 'failing' }),
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

export const alertTests = [...serviceAlerts, ...workAlerts, ...billingAlerts]
