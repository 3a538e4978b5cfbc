import { findMarks } from '../../../store/erasure/erased-marks.ts'
import type { Transaction } from '../context.ts'
import { marksIn } from './marks.ts'

/** Whether the answer to a request with this Idempotency-Key was erased: the request must not act again. */
export async function isErasedRequest(tx: Transaction, key: string): Promise<boolean> {
  return (await findMarks(tx, [marksIn(tx).request(key)])).length > 0
}
