import type { FilePosition, FileRecord } from './reading/file-records.ts'

/** Records that share a transaction, and where they begin. */
export type ImportBatch = { readonly from: FilePosition; readonly records: readonly FileRecord[] }

/** The number of records that a transaction takes in a fraction of its time limit. */
const MAX_RECORDS = 300
const MAX_BYTES = 512 * 1024

/** Gathers records; the first one is alone, because it can be the header. */
export async function* importBatches(
  records: AsyncIterable<FileRecord>,
  start: FilePosition,
): AsyncGenerator<ImportBatch> {
  let from = start
  let waiting: FileRecord[] = []
  let bytes = 0
  let isFirst = true
  for await (const record of records) {
    waiting.push(record)
    bytes += record.bytes?.length ?? 0
    if (!isFirst && waiting.length < MAX_RECORDS && bytes < MAX_BYTES) continue
    yield { from, records: waiting }
    isFirst = false
    from = record.next
    waiting = []
    bytes = 0
  }
  if (waiting.length > 0) yield { from, records: waiting }
}
