import type { ExportedBalance } from '@goodword/contract/files/exported-records'
import { timeCell } from '@goodword/domain/files/csv-record'
import {
  amountOf,
  isCreditType,
  isOpenStatus,
  QUEUED_PERCENT,
  statusesOf,
  unitOf,
} from '@goodword/domain/rewards/reward'
import { idsCreated } from '../../../engine/lists/id-range.ts'
import { rewardOf } from '../../../tracking/rows/ledger/rewards.ts'
import { type ExportedBalanceRow, walkBalances } from '../../rows/exported-rows.ts'
import type { ExportedKind } from '../exported-kind.ts'

/** The first columns are those of an import. */
export const exportedBalances: ExportedKind<ExportedBalance> = {
  async read(_ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkBalances(tx, { ...range, after: position ?? range.after }, limit)
    return rows.map((row) => ({
      position: row.id,
      answer: [...(isOpen(row, tx.now) ? [answerOf(row)] : []), ...debtsOf(row)],
    }))
  },
  columns: {
    accountId: (it) => it.accountId,
    unit: (it) => it.unit,
    amount: (it) => it.amount,
    dateExpires: (it) => timeCell(it.dateExpires),
    type: (it) => it.type,
    dateScheduledFor: (it) => timeCell(it.dateScheduledFor),
    id: (it) => it.id,
    rewardSource: (it) => it.rewardSource,
    referredAccountId: (it) => it.referredAccountId,
    months: (it) => it.months,
    dateCreated: (it) => timeCell(it.dateCreated),
  },
}

/** Whether a part is left: of credit, and of rewards by hand or for a milestone, also scheduled ones. */
function isOpen(row: ExportedBalanceRow, now: number): boolean {
  const [status] = statusesOf(rewardOf(row), now)
  // All of it may be reserved for a bill.
  if (row.redeemed === row.amount) return false
  if (row.source !== 'REFERRED' && row.source !== 'FRIEND_SIGNUP') return isOpenStatus(status)
  return status === 'AVAILABLE' && isCreditType(row.type)
}

function answerOf(row: ExportedBalanceRow): ExportedBalance {
  const { spec, redeemed, givenAt, createdAt } = rewardOf(row)
  const { dateExpires, months } = endOf(row)
  return {
    id: row.id,
    accountId: row.account,
    type: spec.type,
    unit: unitOf(spec),
    amount: amountOf(spec) - redeemed,
    dateScheduledFor: row.scheduled_for === null ? null : givenAt,
    dateExpires,
    months,
    dateCreated: createdAt,
    rewardSource: row.source,
    referredAccountId: row.referred_account,
  }
}

/** What the next shares of a friend's payments pay back is a balance below 0. */
function debtsOf(row: ExportedBalanceRow): readonly ExportedBalance[] {
  return (row.debts ?? []).map(({ currency, minor }) => ({
    ...answerOf(row),
    unit: currency,
    amount: -minor,
    dateScheduledFor: null,
    dateExpires: null,
  }))
}

/** A queued percentage has so many months where it waits, or bills count them; else it ends with its turn. */
function endOf({ unit, expires_at: dateExpires, bills_left: billsLeft, months }: ExportedBalanceRow) {
  if (unit !== QUEUED_PERCENT) return { dateExpires, months: null }
  if (billsLeft !== null) return { dateExpires: null, months: billsLeft }
  return { dateExpires, months: dateExpires === null ? months : null }
}
