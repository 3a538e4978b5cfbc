import { csvWriter } from '@goodword/domain/files/csv-record'
import type { ExportFormat } from '@goodword/domain/files/export'
import type { Context, Transaction } from '../../foundation/context.ts'
import type { ExportedKind, WalkStep } from './exported-kind.ts'

/** The text of some records, with what the walk goes on after. */
export type RecordText = {
  readonly text: string
  readonly rows: number
  /** Whether the walk ends here. */
  readonly isLast: boolean
  /** The key of the last record; null without any. */
  readonly position: string | null
}

/** Reads the next records of a kind as text; the first step of a CSV file writes its header. */
export type RecordReader = (
  ctx: Context,
  tx: Transaction,
  format: ExportFormat,
  step: WalkStep,
) => Promise<RecordText>

export function recordReader<Answer>({ read, columns }: ExportedKind<Answer>): RecordReader {
  const { header, record } = csvWriter(columns)
  const lineOf: Readonly<Record<ExportFormat, (answer: Answer) => string>> = {
    csv: record,
    ndjson: (answer) => `${JSON.stringify(answer)}\n`,
  }
  return async (ctx, tx, format, step) => {
    const records = await read(ctx, tx, step)
    const answers = records.flatMap(({ answer }) => (answer === null ? [] : [answer]))
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
