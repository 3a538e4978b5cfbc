import type { ErasureRow } from '../../../store/erasure/erasures.ts'

/** How far an erasure is, without anything about the person. */
export type ErasureReading = {
  /**
   * `ERASING` while the job looks for what else is stored, `WAITING` when only the customer at the payment processor is left
   * until its subscription ends, `ERASED` when nothing is.
   */
  readonly state: 'ERASING' | 'WAITING' | 'ERASED'
  /** Whether the account's ID was replaced as well, because the account has no other users. */
  readonly withAccount: boolean
  readonly requestedAt: number
  readonly finishedAt: number | null
}

export function erasureReading(row: ErasureRow): ErasureReading {
  const state = row.finished_at !== null ? 'ERASED' : row.wanted_box === null ? 'WAITING' : 'ERASING'
  return {
    state,
    withAccount: row.with_account,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
  }
}
