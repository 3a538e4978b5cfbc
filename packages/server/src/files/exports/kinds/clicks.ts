import type { ExportedClick } from '@goodword/contract/files/exported-records'
import { timeCell } from '@goodword/domain/files/csv-record'
import {
  type ClickPosition,
  clicksBetween,
  type ExportedClickRow,
  walkClicks,
} from '../../rows/exported-rows.ts'
import type { ExportedKind } from '../exported-kind.ts'

export const exportedClicks: ExportedKind<ExportedClick> = {
  async read(_ctx, tx, { from, to, position, limit }) {
    const { start, range } = clicksBetween(from, to, tx.aheadMs)
    const after = position === null ? start : positionAt(position)
    const rows = await walkClicks(tx, after, range, limit)
    return rows.map((row) => ({ position: `${row.exact_time}|${row.id}`, answer: answerOf(row) }))
  },
  columns: {
    id: (it) => it.id,
    date: (it) => timeCell(it.date),
    accountId: (it) => it.accountId,
    userId: (it) => it.userId,
    referralCode: (it) => it.referralCode,
    via: (it) => it.via,
    visitor: (it) => it.visitor,
  },
}

function positionAt(position: string): ClickPosition {
  const [time = '', id = ''] = position.split('|')
  return { time, id }
}

function answerOf({
  id,
  happened_at,
  account,
  user_external_id,
  code,
  via,
  visitor,
}: ExportedClickRow): ExportedClick {
  return {
    id,
    date: happened_at,
    accountId: account,
    userId: user_external_id,
    referralCode: code,
    via,
    visitor,
  }
}
