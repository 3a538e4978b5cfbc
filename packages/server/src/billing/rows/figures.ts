import type { Mode } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { statement } from '../../engine/driver/statement.ts'
import type {
  BillFigure,
  BillingFigures,
  ConnectionFigure,
  DiscountFigure,
  UsedBudgetFigure,
} from '../../engine/metrics/billing-metrics.ts'

const discounts = statement(
  'processor_subscription.statistics',
  'select s.is_test, s.state, s.discounts, s.oldest_seconds, s.near_bill from app.discount_statistics() as s',
)
const checks = statement(
  'processor_subscription.oldest_check',
  'select s.is_test, s.seconds from app.oldest_discount_check() as s',
)
const connections = statement(
  'processor_connection.statistics',
  'select s.is_test, s.state, s.connections from app.connection_statistics() as s',
)
const usedBudgets = statement(
  'processor_connection.used_budgets',
  'select s.is_test, s.connections from app.used_call_budgets() as s',
)

const bills = statement(
  'processor_bill.statistics',
  'select s.is_test, s.state, s.bills, s.oldest_seconds from app.wrong_bill_statistics() as s',
)

type OfMode = { readonly is_test: boolean }
type DiscountRow = OfMode &
  Pick<DiscountFigure, 'state' | 'discounts'> & {
    readonly oldest_seconds: number
    readonly near_bill: number
  }
type BillRow = OfMode & Pick<BillFigure, 'state' | 'bills'> & { readonly oldest_seconds: number }
type CheckRow = OfMode & { readonly seconds: number }
type ConnectionRow = OfMode & Pick<ConnectionFigure, 'state' | 'connections'>
type UsedBudgetRow = OfMode & Pick<UsedBudgetFigure, 'connections'>

/** Figures of bills, discounts and connections in the whole database, in one round trip. */
export function readBillingFigures(db: Pick<Database, 'connected'>): Promise<BillingFigures> {
  return db.connected(async (session) => {
    const [counted, checked, connected, wrong, used] = await Promise.all([
      session.send(discounts, []),
      session.send(checks, []),
      session.send(connections, []),
      session.send(bills, []),
      session.send(usedBudgets, []),
    ])
    // The columns of the functions.
    return {
      discounts: (counted.rows as DiscountRow[]).map((it) => ({
        mode: modeOf(it),
        state: it.state,
        discounts: it.discounts,
        oldestSeconds: it.oldest_seconds,
        nearBill: it.near_bill,
      })),
      checks: (checked.rows as CheckRow[]).map((it) => ({ mode: modeOf(it), oldestSeconds: it.seconds })),
      connections: (connected.rows as ConnectionRow[]).map((it) => ({
        mode: modeOf(it),
        state: it.state,
        connections: it.connections,
      })),
      bills: (wrong.rows as BillRow[]).map((it) => ({
        mode: modeOf(it),
        state: it.state,
        bills: it.bills,
        oldestSeconds: it.oldest_seconds,
      })),
      usedBudgets: (used.rows as UsedBudgetRow[]).map((it) => ({
        mode: modeOf(it),
        connections: it.connections,
      })),
    }
  })
}

function modeOf({ is_test }: OfMode): Mode {
  return is_test ? 'test' : 'live'
}
