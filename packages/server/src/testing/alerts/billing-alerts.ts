import { billingDefinitions } from '../../platform/metrics/billing-metrics.ts'
import { processorDefinitions } from '../../platform/metrics/processor-metrics.ts'
import { countOf } from '../../platform/monitoring/series.ts'
import { type AlertTest, fires, quiet, scraped } from './alert-test.ts'

export const billingAlerts: readonly AlertTest[] = [
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
    expected: [
      quiet('20m', 'GoodwordProcessorFailing'),
      fires('60m', 'GoodwordProcessorFailing', { processor: 'braintree' }),
    ],
  },
  {
    name: 'customers who were charged wrongly',
    series: {
      [scraped(billingDefinitions.wrongBills, { mode: 'live', state: 'wrong' })]: '0x9 1x120',
      [scraped(billingDefinitions.wrongBills, { mode: 'live', state: 'refund_due' })]: '3x130',
      [scraped(billingDefinitions.wrongBills, { mode: 'test', state: 'wrong' })]: '5x130',
    },
    expected: [
      quiet('9m', 'GoodwordCustomersChargedWrongly'),
      fires('20m', 'GoodwordCustomersChargedWrongly', { job: 'goodword' }),
    ],
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
    expected: [
      quiet('6h', 'GoodwordDiscountsWrong'),
      fires('8h', 'GoodwordDiscountsWrong', { job: 'goodword', state: 'failed' }),
    ],
  },
  {
    name: 'discounts that someone else changes back',
    series: {
      [scraped(billingDefinitions.changes, { outcome: 'stopped' })]: '0x30 1x60',
      [scraped(billingDefinitions.changes, { outcome: 'failed' })]: '0+1x90',
    },
    expected: [
      quiet('25m', 'GoodwordDiscountsChangedBack'),
      fires('40m', 'GoodwordDiscountsChangedBack', { job: 'goodword' }),
    ],
  },
  {
    name: 'connections that cannot change discounts',
    series: {
      [scraped(billingDefinitions.connections, { mode: 'live', state: 'active' })]: '3x60',
      [scraped(billingDefinitions.connections, { mode: 'live', state: 'incomplete' })]: '1x60',
      [scraped(billingDefinitions.connections, { mode: 'test', state: 'broken' })]: '2x60',
      [scraped(billingDefinitions.connections, { mode: 'live', state: 'denied' })]: '0x9 1x60',
    },
    expected: [
      quiet('15m', 'GoodwordConnectionBroken'),
      fires('22m', 'GoodwordConnectionBroken', { job: 'goodword', state: 'denied' }),
    ],
  },
  {
    name: 'a connection whose calls of the day are used up',
    series: {
      [scraped(billingDefinitions.usedBudgets, { mode: 'live' })]: '0x59 1x600',
      [scraped(billingDefinitions.usedBudgets, { mode: 'test' })]: '1x660',
    },
    expected: [
      quiet('6h', 'GoodwordCallBudgetUsedUp'),
      fires('8h', 'GoodwordCallBudgetUsedUp', { job: 'goodword' }),
    ],
  },
  {
    name: 'discounts that are not compared any more',
    series: {
      [scraped(billingDefinitions.oldestCheck, { mode: 'live' })]: '0x59 0+60x3000',
    },
    expected: [
      quiet('36h', 'GoodwordDiscountsNotChecked'),
      fires('43h', 'GoodwordDiscountsNotChecked', { job: 'goodword' }),
    ],
  },
]
