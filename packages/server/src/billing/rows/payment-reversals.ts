import type { ReversalKind, ReversalReport } from '@goodword/domain/payments/first-payment'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type ReversalRow = Tables['payment_reversal']
export type ReversalEffect = 'HELD' | 'APPROVED' | 'NONE'

/** More reports than this of one account say nothing new; the newest count. */
const MAX_REPORTS = 200

const columns = columnList('x', 'payment_reversal')

const byAccounts = statement(
  'payment_reversal.by_accounts',
  `
select ${columns}
from unnest($2::uuid[]) as those(id)
${joinByKey('payment_reversal x', 'account_id', 'those.id')}`,
)

/** Loads all reversals of payments of accounts that the server reported. */
export async function loadAllReversals(
  tx: TenantTx,
  accounts: readonly AccountKey[],
): Promise<ReadonlyMap<AccountKey, readonly ReversalReport[]>> {
  const rows = await tx.rows<ReversalRow>(byAccounts, [accounts])
  const found = Map.groupBy(rows, (it) => it.account_id)
  return new Map([...found].map(([account, own]) => [account, own.map(reportOf)]))
}

/** Loads the reversals of payments of an account that the server reported; the newest, if there are very many. */
export async function loadReversals(tx: TenantTx, account: AccountKey): Promise<readonly ReversalReport[]> {
  const reports = (await loadAllReversals(tx, [account])).get(account) ?? []
  return reports.toSorted((one, other) => other.reportedAt - one.reportedAt).slice(0, MAX_REPORTS)
}

function reportOf(row: ReversalRow): ReversalReport {
  return {
    // The column's check has the kinds.
    kind: row.kind as ReversalKind,
    payment: row.payment_hash,
    amountMinor: row.amount_minor,
    at: row.happened_at,
    reference: row.reference_hash,
    reportedAt: row.reported_at,
  }
}

const one = statement(
  'payment_reversal.load',
  `
select ${columns}
from payment_reversal x
where x.tenant_id = $1
  and x.account_id = $2
  and x.kind = $3
  and x.reference_hash = $4`,
)

export async function loadReversal(
  tx: TenantTx,
  account: AccountKey,
  kind: ReversalKind,
  referenceHash: string,
): Promise<ReversalRow | null> {
  const [row] = await tx.rows<ReversalRow>(one, [account, kind, referenceHash])
  return row ?? null
}

const insert = statement(
  'payment_reversal.insert',
  `
insert into payment_reversal (tenant_id, account_id, kind, reference_hash, amount_minor, currency, happened_at, effect,
  reported_at, payment_hash)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

/** Stores a report of an account that is locked. */
export function insertReversal(
  tx: TenantTx,
  account: AccountKey,
  report: ReversalReport,
  currency: Currency | null,
  effect: ReversalEffect,
): void {
  const { kind, reference, amountMinor, at, reportedAt, payment } = report
  tx.write(insert, [
    account,
    kind,
    reference,
    amountMinor,
    currency,
    isoTime(at),
    effect,
    isoTime(reportedAt),
    payment,
  ])
}
