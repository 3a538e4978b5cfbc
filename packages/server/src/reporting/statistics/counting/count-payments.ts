import type { Transaction } from '../../../frame/context.ts'
import {
  loadPaymentPage,
  lockUncountedPayments,
  markPaymentsCounted,
  type PaymentRow,
} from '../../../tracking/rows/statistics/payments.ts'
import type { Generation } from '../rows/generations.ts'
import { addTo, isPassed } from './generation.ts'

type Amounts = { readonly charged: number; readonly refunded: number; readonly discount: number }

/** Counts what changed of up to so many payments; returns how many there were. */
export async function countChangedPayments(
  tx: Transaction,
  generations: readonly Generation[],
  most: number,
): Promise<number> {
  const rows = await lockUncountedPayments(tx, most)
  for (const generation of generations) {
    const own = rows.filter((it) => isPassed(generation.payments_until, it.payment_id))
    count(tx, generation, own, changeOf)
  }
  markPaymentsCounted(tx, rows)
  return rows.length
}

/** Counts the next payments again, as far as they were counted; returns the place that it has come to, null for the end. */
export async function recountPayments(
  tx: Transaction,
  generation: Generation,
  after: string,
  most: number,
): Promise<string | null> {
  const page = await loadPaymentPage(tx, after, most)
  count(tx, generation, page, countedOf)
  return page.length < most ? null : (page.at(-1)?.payment_id ?? null)
}

function count(
  tx: Transaction,
  generation: Generation,
  rows: readonly PaymentRow[],
  amountsOf: (row: PaymentRow) => Amounts,
): void {
  addTo(tx, generation, (counts, calendar) => {
    for (const row of rows) {
      const day = calendar.dayOf(row.paid_at)
      const { charged, refunded, discount } = amountsOf(row)
      counts.add(day, 'CHARGED', row.currency, charged)
      counts.add(day, 'REFUNDED', row.currency, refunded)
      counts.add(day, 'DISCOUNT', row.currency, discount)
    }
  })
}

function countedOf(row: PaymentRow): Amounts {
  return {
    charged: row.counted_charged_minor,
    refunded: row.counted_refunded_minor,
    discount: row.counted_discount_minor,
  }
}

function changeOf(row: PaymentRow): Amounts {
  const counted = countedOf(row)
  return {
    charged: row.charged_minor - counted.charged,
    refunded: row.refunded_minor - counted.refunded,
    discount: row.discount_minor - counted.discount,
  }
}
