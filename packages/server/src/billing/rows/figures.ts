import type { Database } from '../../engine/driver/database.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { BillingFigures } from '../../engine/metrics/billing-metrics.ts'

const mode = "case when s.is_test then 'test' else 'live' end as mode"
const oldest = 's.oldest_seconds as "oldestSeconds"'

const statements = {
  discounts: statement(
    'processor_subscription.statistics',
    `select ${mode}, s.state, s.discounts, ${oldest}, s.near_bill as "nearBill" from app.discount_statistics() as s`,
  ),
  checks: statement(
    'processor_subscription.oldest_check',
    `select ${mode}, s.seconds as "oldestSeconds" from app.oldest_discount_check() as s`,
  ),
  connections: statement(
    'processor_connection.statistics',
    `select ${mode}, s.state, s.connections from app.connection_statistics() as s`,
  ),
  bills: statement(
    'processor_bill.statistics',
    `select ${mode}, s.state, s.bills, ${oldest} from app.wrong_bill_statistics() as s`,
  ),
  usedBudgets: statement(
    'processor_connection.used_budgets',
    `select ${mode}, s.connections from app.used_call_budgets() as s`,
  ),
} as const satisfies Record<keyof BillingFigures, unknown>

/** Figures of bills, discounts and connections in the whole database, in one round trip. */
export function readBillingFigures(db: Pick<Database, 'connected'>): Promise<BillingFigures> {
  return db.connected(async (session) => {
    const names = Object.keys(statements) as (keyof BillingFigures)[]
    const figures = await Promise.all(
      names.map(
        async (name) =>
          [name, (await session.send(statements[name], [])).rows as readonly unknown[]] as const,
      ),
    )
    // The columns of the statements have the names of the fields.
    return Object.fromEntries(figures) as BillingFigures
  })
}
