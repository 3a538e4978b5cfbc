import type { ReversalKind, ReversalReport } from '@goodword/domain/payments/first-payment'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { byKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type ReversalRow = Tables['payment_reversal']
export type ReversalEffect = 'HELD' | 'APPROVED' | 'NONE'

/** More reports than this of one account say nothing new; the newest count. */
const MAX_REPORTS = 200

const byAccount = statement(
  'payment_reversal.by_account',
  `
select x.kind, x.reference_hash, x.amount_minor, x.currency, x.happened_at, x.effect, x.reported_at
from payment_reversal x
where x.tenant_id = $1
  and ${byKey('x.account_id', '$2')}`,
)

/** Loads the reversals of an account's first payment that the server reported; the newest, if there are very many. */
export async function loadReversals(tx: TenantTx, account: AccountKey): Promise<readonly ReversalReport[]> {
  const rows = await tx.rows<ReversalRow>(byAccount, [account])
  return rows
    .toSorted((one, other) => other.reported_at - one.reported_at)
    .slice(0, MAX_REPORTS)
    .map((it) => ({
      // The column's check has the kinds.
      kind: it.kind as ReversalKind,
      amountMinor: it.amount_minor,
      at: it.happened_at,
      reference: it.reference_hash,
      reportedAt: it.reported_at,
    }))
}

const one = statement(
  'payment_reversal.load',
  `
select x.kind, x.reference_hash, x.amount_minor, x.currency, x.happened_at, x.effect, x.reported_at
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
  reported_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

/** Stores a report of an account that is locked. */
export function insertReversal(
  tx: TenantTx,
  account: AccountKey,
  report: ReversalReport,
  currency: Currency | null,
  effect: ReversalEffect,
): void {
  const { kind, reference, amountMinor, at, reportedAt } = report
  tx.write(insert, [
    account,
    kind,
    reference,
    amountMinor,
    currency,
    isoTime(at),
    effect,
    isoTime(reportedAt),
  ])
}
