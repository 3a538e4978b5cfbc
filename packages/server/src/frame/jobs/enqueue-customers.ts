import type { AccountKey } from '@goodword/domain/values/ids'
import { isoTime } from '../../engine/driver/rows.ts'
import { signalJobsReady } from '../../engine/signals/job-signal.ts'
import { currentActivity, formatTraceParent } from '../../engine/tracing/tracing.ts'
import type { Transaction } from '../context.ts'
import { insertCustomerJobs } from '../rows/customer-jobs.ts'

/**
 * Asks, in the transaction that changes rewards of accounts, for a look at their customers at the payment processor. One
 * statement. Without a connection or a customer only the queued percentages of an account are looked at.
 */
export function enqueueCustomers(tx: Transaction, accounts: readonly AccountKey[]): void {
  const distinct = [...new Set(accounts)]
  if (distinct.length === 0) return
  const traceParent = formatTraceParent(currentActivity()?.span?.spanContext() ?? null)
  const ids = distinct.map(() => tx.newId<string>())
  insertCustomerJobs(tx, ids, distinct, isoTime(tx.now), traceParent)
  tx.afterCommit(signalJobsReady)
}
