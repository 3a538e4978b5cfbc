import type { ProcessorErrorCode } from '../../connectors/processor-error.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { openCredentials } from '../connections/processor-client.ts'
import { missingSetupOf } from '../connections/read-connection.ts'
import { type ConnectionRow, loadConnection } from '../rows/connections.ts'
import type { UnknownSince } from '../rows/subscriptions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Sweeps compare the bills of so many days. The bills of the last two of them may have come into reach a moment ago. */
const SWEPT_DAYS = 31
const NEW_DAYS = 2

/** A sweep may come late, or take a while. */
const MARGIN_MS = 12 * HOUR_MS

/** A discount that was checked longer ago than this should have been checked again. */
export function longestUncheckedMs({ discountSweepHours }: Pick<Context, 'discountSweepHours'>): number {
  return Math.max(discountSweepHours * HOUR_MS, DAY_MS) + MARGIN_MS
}

/**
 * The discounts of a tenant of which nothing is known at this moment: all of them while the processor does not answer or may
 * not be read, or else those that were not checked when they should have been.
 */
export async function unknownDiscounts(ctx: Context, tx: Transaction): Promise<UnknownSince> {
  const connection = await loadConnection(tx)
  if (connection === null || !canRead(ctx, tx, connection)) return 'ALL'
  return notCheckedInTime(ctx, tx.now)
}

/** The discounts that were not checked in time, of a processor that can be read. */
function notCheckedInTime(ctx: Pick<Context, 'discountSweepHours'>, now: number): UnknownSince {
  return {
    checkedBefore: now - longestUncheckedMs(ctx),
    billUntil: new Date(now + (SWEPT_DAYS - NEW_DAYS) * DAY_MS).toISOString().slice(0, 10),
  }
}

/** The last call ended like this. A limit of the rate passes within seconds, and other errors are responses. */
const silent: ReadonlySet<string> = new Set<ProcessorErrorCode>([
  'UNAVAILABLE',
  'TIMED_OUT',
  'MALFORMED',
  'CREDENTIALS_REJECTED',
])

const reads: ReadonlySet<string> = new Set(['readCustomer', 'readSubscription'])

function canRead(ctx: Context, { tenantId }: Transaction, row: ConnectionRow): boolean {
  if (row.last_error_code !== null && silent.has(row.last_error_code)) return false
  if (missingSetupOf(row).some((it) => it.neededBy !== undefined && reads.has(it.neededBy))) return false
  return openCredentials(ctx, tenantId, row) !== null
}
