import { billingDefinitions } from '../metrics/billing-metrics.ts'
import { processorDefinitions } from '../metrics/processor-metrics.ts'
import { countOf, highest, inAnHour, inDays, perSecond, series } from './queries.ts'
import type { Section } from './section.ts'

export const bills: Section = {
  title: 'Bills of all merchants',
  panels: [
    {
      title: 'Discounts by state',
      description: 'As they were last read; of live and of test programs.',
      queries: { '{{mode}} {{state}}': highest(billingDefinitions.discounts, ['mode', 'state']) },
    },
    {
      title: 'Wrong discounts near a bill',
      description:
        'Bills of live programs that are due or made within a day, and will come to a wrong amount.',
      queries: { '{{state}}': highest(billingDefinitions.wrongNearBill, ['state'], { mode: 'live' }) },
    },
    {
      title: 'Age of wrong discounts and of checks',
      description: 'Of live programs. Sweeps check each discount at least once a day.',
      queries: {
        '{{state}} for': highest(billingDefinitions.oldestWrongDiscount, ['state'], { mode: 'live' }),
        'oldest check': highest(billingDefinitions.oldestCheck, [], { mode: 'live' }),
      },
    },
    {
      title: 'Connections to payment processors',
      description: 'Denied: a permission is missing.',
      queries: {
        '{{mode}} {{state}}': highest(billingDefinitions.connections, ['mode', 'state']),
        '{{mode}} calls of the day used up': highest(billingDefinitions.usedBudgets, ['mode']),
      },
    },
    {
      title: 'Changes of discounts and refunds',
      description: 'Drifted: changed at the processor by someone else.',
      queries: {
        'change {{outcome}}': perSecond(billingDefinitions.changes, ['outcome']),
        drifted: perSecond(billingDefinitions.drifts),
        'refund {{outcome}}': perSecond(billingDefinitions.refunds, ['outcome']),
      },
    },
    {
      title: 'Wrong bills',
      description: 'Of live programs. Refund due: the service refunds what was paid too much by itself.',
      queries: {
        '{{state}}': highest(billingDefinitions.wrongBills, ['state'], { mode: 'live' }),
        '{{outcome}} in an hour': inAnHour(billingDefinitions.bills, ['outcome']),
        '{{state}} for days': inDays(
          highest(billingDefinitions.oldestWrongBill, ['state'], { mode: 'live' }),
        ),
      },
    },
    {
      title: 'Requests to payment processors',
      unit: 'reqps',
      queries: {
        '{{processor}} {{outcome}}': perSecond(countOf(processorDefinitions.durations), [
          'processor',
          'outcome',
        ]),
        '{{processor}} not made: {{reason}}': perSecond(processorDefinitions.prevented, [
          'processor',
          'reason',
        ]),
      },
    },
  ],
  alerts: [
    {
      name: 'GoodwordProcessorFailing',
      when: `sum by (processor) (rate(${series(countOf(processorDefinitions.durations), { outcome: ['unavailable', 'timed_out', 'malformed'] })}[15m])) / sum by (processor) (rate(${series(countOf(processorDefinitions.durations))}[15m])) > 0.5`,
      lasting: '15m',
      severity: 'warning',
      summary: 'Most requests to the payment processor {{ $labels.processor }} fail.',
      description:
        "Discounts follow when it works again. Look at the processor's status page, and whether the service can reach the processor's address.",
    },
    {
      name: 'GoodwordCustomersChargedWrongly',
      when: `max by (job) (${series(billingDefinitions.wrongBills, { mode: 'live', state: 'wrong' })}) > 0`,
      lasting: '5m',
      severity: 'critical',
      summary: 'Customers were charged wrongly: bills have another discount than they should have.',
      description:
        'GET bills?state=WRONG of the programs that doctor names shows the bills with the reasons. Mend the cause first, then mend or waive each bill; mendBills REFUND does it by itself.',
    },
    {
      name: 'GoodwordBillsAboutToBeWrong',
      when: `max by (job, state) (${series(billingDefinitions.wrongNearBill, { mode: 'live' })}) > 0`,
      lasting: '15m',
      severity: 'critical',
      summary:
        'Customers are about to be charged wrongly: bills that are due or made within a day have a wrong discount ({{ $labels.state }}).',
      description:
        'doctor names the accounts with the reasons; GET discounts?state=FAILED of their program shows the amounts. What is mended before the bill is made charges no customer wrongly.',
    },
    {
      name: 'GoodwordDiscountsWrong',
      when: `max by (job, state) (${series(billingDefinitions.oldestWrongDiscount, { mode: 'live' })}) > 21600`,
      lasting: '5m',
      severity: 'warning',
      summary: 'A discount has been wrong for more than 6 hours ({{ $labels.state }}).',
      description:
        'doctor names the accounts with the reasons: a permission, a discount that is missing at the processor, a processor that does not answer.',
    },
    {
      name: 'GoodwordDiscountsChangedBack',
      when: `sum by (job) (increase(${series(billingDefinitions.changes, { outcome: 'stopped' })}[1d])) > 0`,
      lasting: '1m',
      severity: 'warning',
      summary: 'Someone else at the payment processor changes discounts of the service back again and again.',
      description:
        'doctor names the subscriptions (CHANGED_BY_SOMEONE_ELSE). Usually another program writes the list of discounts, or a second program of the service is connected to the same account. The next correction waits, up to a day; connection/reconcile makes it at once.',
    },
    {
      name: 'GoodwordConnectionBroken',
      when: `max by (job, state) (${series(billingDefinitions.connections, { mode: 'live', state: ['broken', 'denied'] })}) > 0`,
      lasting: '10m',
      severity: 'critical',
      summary: 'A live program cannot change discounts at its payment processor ({{ $labels.state }}).',
      description:
        'doctor names the program. broken: its keys were revoked; denied: the role of the key lost a permission. Tell the merchant: connection show says what to do, connection check looks again.',
    },
    {
      name: 'GoodwordDiscountsNotChecked',
      when: `max by (job) (${series(billingDefinitions.oldestCheck, { mode: 'live' })}) > 129600`,
      lasting: '10m',
      severity: 'warning',
      summary: 'A discount was not compared with the payment processor for more than 36 hours.',
      description:
        'Sweeps compare each at least once a day. Look at GoodwordProcessorFailing, at jobs of the kinds SWEEP_BILLS and CUSTOMER with job list, and at doctor.',
    },
    {
      name: 'GoodwordCallBudgetUsedUp',
      when: `max by (job) (${series(billingDefinitions.usedBudgets, { mode: 'live' })}) > 0`,
      lasting: '6h',
      severity: 'warning',
      summary:
        'A connection has used up its calls of the day for 6 hours, so routine comparisons of discounts wait for the next day.',
      description:
        'What is urgent is compared all the same. doctor names the program: if it is so on most days, raise its dailyCallBudget, or DISCOUNT_SWEEP_HOURS.',
    },
  ],
}
