import { type DiscountState, discountStates } from '@goodword/domain/bills/bill-discount'
import type { Mode } from '@goodword/domain/values/ids'
import { Counter, type Registry } from 'prom-client'
import { observeBilling } from '../signals/billing-events.ts'
import { counter, type Definition, gauge } from './definition.ts'
import { readLabelledGauge, type Sample } from './read-gauge.ts'

export const billingDefinitions = {
  wrongBills: gauge(
    'goodword_bills_wrong',
    'Bills with another discount than they should have had, in the whole database, by mode and state: wrong (neither mended nor waived yet), refund_due (the service refunds what was paid too much by itself, once the payment is settled).',
    ['mode', 'state'],
  ),
  oldestWrongBill: gauge(
    'goodword_bill_oldest_wrong_age_seconds',
    'Time since the oldest wrong bill was made, in the whole database, by mode and state; 0 if there is none.',
    ['mode', 'state'],
  ),
  discounts: gauge(
    'goodword_discounts',
    'Discounts of live subscriptions in the whole database, by mode of the program (live, test) and state as it was last read: in_step (counted up to 10,000), and of connected programs pending (the change is being made), waiting (it cannot be made yet), failed (the processor did not accept it).',
    ['mode', 'state'],
  ),
  wrongNearBill: gauge(
    'goodword_discounts_wrong_near_bill',
    'Discounts that are pending or failed although the next bill is due or made within a day, by mode and state. Such a bill comes to a wrong amount.',
    ['mode', 'state'],
  ),
  oldestWrongDiscount: gauge(
    'goodword_discount_oldest_wrong_age_seconds',
    'Time since the first check that found the oldest pending or failed discount wrong, in the whole database, by mode and state; 0 if there is none.',
    ['mode', 'state'],
  ),
  oldestCheck: gauge(
    'goodword_discount_oldest_check_age_seconds',
    'Time since the payment processor was last read about the discount that was checked longest ago, of subscriptions with a bill within 29 days, by mode; 0 if there is none. Sweeps check them at least once a day.',
    ['mode'],
  ),
  connections: gauge(
    'goodword_connections',
    'Connections to payment processors in the whole database, by mode and state: active, incomplete (set-up is missing at the processor), denied (incomplete, because a permission is missing), broken (the processor rejects the keys). Counted up to 10,000.',
    ['mode', 'state'],
  ),
  usedBudgets: gauge(
    'goodword_connections_budget_used',
    'Connections to payment processors that have used up the calls of the present day (dailyCallBudget), so that routine comparisons of discounts wait for the next one, in the whole database, by mode. Looked for in 10,000.',
    ['mode'],
  ),
  drifts: counter(
    'goodword_discounts_drifted_total',
    'Discounts that were right and were then found changed at the payment processor by someone else.',
  ),
  bills: counter(
    'goodword_bills_total',
    'Bills that were seen for the first time, by outcome: right or wrong; and mended, those that were wrong and whose refund was made.',
    ['outcome'],
  ),
  changes: counter(
    'goodword_discount_changes_total',
    'Changes of discounts at payment processors, by outcome: made, failed (it is tried again, and counted again), or stopped (someone else changes it back again and again, so that the next one waits).',
    ['outcome'],
  ),
  refunds: counter(
    'goodword_refunds_total',
    'Refunds that were asked of payment processors, by outcome: made, or refused (for good).',
    ['outcome'],
  ),
}

export type DiscountFigure = {
  readonly mode: Mode
  readonly state: DiscountState
  readonly discounts: number
  /** The seconds for which the first of those that are behind has been so; 0 if none is. */
  readonly oldestSeconds: number
  /** How many of those that are behind have a bill that is due or made within a day. */
  readonly nearBill: number
}

/** `DENIED` is the part of the incomplete ones that lack a permission. */
const connectionStates = ['ACTIVE', 'INCOMPLETE', 'DENIED', 'BROKEN'] as const

export type ConnectionFigure = {
  readonly mode: Mode
  readonly state: (typeof connectionStates)[number]
  readonly connections: number
}

/** Connections whose calls of the day are used up. */
export type UsedBudgetFigure = { readonly mode: Mode; readonly connections: number }

/**
 * States of wrong bills. The service itself refunds the excess of a bill that is `REFUND_DUE`, once the
 * payment is settled.
 */
const wrongStates = ['WRONG', 'REFUND_DUE'] as const

export type BillFigure = {
  readonly mode: Mode
  readonly state: (typeof wrongStates)[number]
  readonly bills: number
  /** The seconds for which the oldest one has been so. */
  readonly oldestSeconds: number
}

export type BillingFigures = {
  readonly bills: readonly BillFigure[]
  readonly discounts: readonly DiscountFigure[]
  readonly checks: readonly { readonly mode: Mode; readonly oldestSeconds: number }[]
  readonly connections: readonly ConnectionFigure[]
  readonly usedBudgets: readonly UsedBudgetFigure[]
}

/**
 * Metrics of what payment processors take off bills. Gauges are of the whole database, without a value while it cannot be
 * read. No label names a tenant: their number has no limit. Returns how to stop the counters.
 */
export function billingMetrics(registry: Registry, read: () => Promise<BillingFigures | null>): () => void {
  billingGauges(registry, read)
  return billingCounters(registry)
}

const modes = ['live', 'test'] as const

function billingGauges(registry: Registry, read: () => Promise<BillingFigures | null>): void {
  const register = <Label extends string>(
    definition: Definition<Label, 'gauge'>,
    pick: (found: BillingFigures) => readonly Sample<Label>[],
  ) => readLabelledGauge(registry, definition, read, pick)
  const inStates = (states: readonly DiscountState[], { discounts }: BillingFigures) =>
    modes.flatMap((mode) =>
      states.map((state) => {
        const none = { mode, state, discounts: 0, oldestSeconds: 0, nearBill: 0 }
        return discounts.find((it) => it.mode === mode && it.state === state) ?? none
      }),
    )
  const behind = (found: BillingFigures) => inStates(['PENDING', 'FAILED'], found)
  const wrong = ({ bills }: BillingFigures) =>
    modes.flatMap((mode) =>
      wrongStates.map((state) => {
        const none = { mode, state, bills: 0, oldestSeconds: 0 }
        return bills.find((it) => it.mode === mode && it.state === state) ?? none
      }),
    )
  register(billingDefinitions.wrongBills, (found) => wrong(found).map((it) => [labelsOf(it), it.bills]))
  register(billingDefinitions.oldestWrongBill, (found) =>
    wrong(found).map((it) => [labelsOf(it), it.oldestSeconds]),
  )
  register(billingDefinitions.discounts, (found) =>
    inStates(discountStates, found).map((it) => [labelsOf(it), it.discounts]),
  )
  register(billingDefinitions.wrongNearBill, (found) =>
    behind(found).map((it) => [labelsOf(it), it.nearBill]),
  )
  register(billingDefinitions.oldestWrongDiscount, (found) =>
    behind(found).map((it) => [labelsOf(it), it.oldestSeconds]),
  )
  register(billingDefinitions.oldestCheck, ({ checks }) =>
    checks.map((it) => [{ mode: it.mode }, it.oldestSeconds]),
  )
  register(billingDefinitions.connections, ({ connections }) =>
    modes.flatMap((mode) =>
      connectionStates.map((state): Sample<'mode' | 'state'> => {
        const found = connections.find((it) => it.mode === mode && it.state === state)
        return [labelsOf({ mode, state }), found?.connections ?? 0]
      }),
    ),
  )
  register(billingDefinitions.usedBudgets, ({ usedBudgets }) =>
    modes.map(
      (mode): Sample<'mode'> => [{ mode }, usedBudgets.find((it) => it.mode === mode)?.connections ?? 0],
    ),
  )
}

function labelsOf({ mode, state }: { readonly mode: Mode; readonly state: string }) {
  return { mode, state: state.toLowerCase() }
}

function billingCounters(registry: Registry): () => void {
  const registers = [registry]
  const drifts = new Counter({ ...billingDefinitions.drifts, registers })
  const bills = new Counter({ ...billingDefinitions.bills, registers })
  const changes = new Counter({ ...billingDefinitions.changes, registers })
  const refunds = new Counter({ ...billingDefinitions.refunds, registers })
  // A series that begins at zero shows its first increase as a rate.
  for (const outcome of ['right', 'wrong', 'mended']) bills.inc({ outcome }, 0)
  for (const outcome of ['made', 'failed', 'stopped']) changes.inc({ outcome }, 0)
  for (const outcome of ['made', 'refused']) refunds.inc({ outcome }, 0)

  return observeBilling((event) => {
    switch (event.kind) {
      case 'bill right':
        return bills.inc({ outcome: 'right' })
      case 'bill wrong':
        return bills.inc({ outcome: 'wrong' })
      case 'bill mended':
        return bills.inc({ outcome: 'mended' })
      case 'discount drifted':
        return drifts.inc()
      case 'discount changed':
        return changes.inc({ outcome: 'made' })
      case 'discount change failed':
        return changes.inc({ outcome: 'failed' })
      case 'discount change stopped':
        return changes.inc({ outcome: 'stopped' })
      case 'refund made':
        return refunds.inc({ outcome: 'made' })
      case 'refund refused':
        return refunds.inc({ outcome: 'refused' })
    }
  })
}
