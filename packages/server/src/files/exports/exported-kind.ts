import type { Columns } from '@goodword/domain/files/csv-record'
import type { Context, Transaction } from '../../frame/context.ts'

/** The next step of a walk over the records of a kind, oldest first. */
export type WalkStep = {
  /** Only records that were created from then to then, both inclusive; null is no limit. */
  readonly from: number | null
  readonly to: number | null
  /** The key of the last record before; null at the beginning. */
  readonly position: string | null
  readonly limit: number
}

/** A record as the API answers it, or what the file has of it, with its key; a record without an answer is left out. */
export type FoundRecord<Answer> = {
  readonly position: string
  readonly answer: Answer | readonly Answer[] | null
}

/** A kind of record that can be exported. */
export type ExportedKind<Answer> = {
  /** Reads records in one transaction. The last step of a walk gives fewer records than the limit. */
  readonly read: (ctx: Context, tx: Transaction, step: WalkStep) => Promise<readonly FoundRecord<Answer>[]>
  /** The columns of a CSV file in their order. New ones come last. */
  readonly columns: Columns<Answer>
}
