import type { Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { discardExportedFiles } from '../rows/exports.ts'

/**
 * Ends all exports after the data of a person was erased: no file may hold it any longer. Files that are complete
 * expire in this transaction and are deleted by the next job; those that are being written begin anew. Call it after
 * the erasure and last, because it enqueues a job.
 */
export function expireExports(tx: Transaction): void {
  discardExportedFiles(tx, tx.now)
  enqueueJob(tx, { kind: 'EXPORTS', subject: '' })
}
