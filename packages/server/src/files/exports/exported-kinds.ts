import { csvWriter } from '@goodword/domain/files/csv-record'
import type { ExportFormat, ExportKind } from '@goodword/domain/files/export'
import type { Context, Transaction } from '../../frame/context.ts'
import type { ExportedKind, WalkStep } from './exported-kind.ts'
import { exportedBalances } from './kinds/balances.ts'
import { exportedBills } from './kinds/bills.ts'
import { exportedClicks } from './kinds/clicks.ts'
import { exportedEvents } from './kinds/events.ts'
import { exportedReferrals } from './kinds/referrals.ts'
import { exportedRewards } from './kinds/rewards.ts'
import { exportedUsers } from './kinds/users.ts'
import { exportedYearlyRewards } from './kinds/yearly-rewards.ts'

/** The readers of each kind of record, which also write it as text. */
export const recordReaders: Readonly<Record<ExportKind, RecordReader>> = {
  users: recordReader(exportedUsers),
  referrals: recordReader(exportedReferrals),
  rewards: recordReader(exportedRewards),
  balances: recordReader(exportedBalances),
  bills: recordReader(exportedBills),
  events: recordReader(exportedEvents),
  clicks: recordReader(exportedClicks),
  yearlyRewards: recordReader(exportedYearlyRewards),
}

/** The text of some records, with what the walk goes on after. */
type RecordText = {
  readonly text: string
  readonly rows: number
  /** Whether the walk ends here. */
  readonly isLast: boolean
  /** The key of the last record; null without any. */
  readonly position: string | null
}

/** Reads the next records of a kind as text; the first step of a CSV file writes its header. */
type RecordReader = (
  ctx: Context,
  tx: Transaction,
  format: ExportFormat,
  step: WalkStep,
) => Promise<RecordText>

function recordReader<Answer>({ read, columns }: ExportedKind<Answer>): RecordReader {
  const { header, record } = csvWriter(columns)
  const lineOf: Readonly<Record<ExportFormat, (answer: Answer) => string>> = {
    csv: record,
    ndjson: (answer) => `${JSON.stringify(answer)}\n`,
  }
  return async (ctx, tx, format, step) => {
    const records = await read(ctx, tx, step)
    const answers = records.flatMap(({ answer }) => answer ?? [])
    const lines = answers.map(lineOf[format]).join('')
    const isBeginning = step.position === null
    return {
      text: format === 'csv' && isBeginning ? header + lines : lines,
      rows: answers.length,
      isLast: records.length < step.limit,
      position: records.at(-1)?.position ?? null,
    }
  }
}
