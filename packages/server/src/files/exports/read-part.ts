import type { ExportFormat, ExportKind } from '@goodword/domain/files/export'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { recordReaders } from './exported-kinds.ts'

/** The selection of records for a file. */
export type ExportedSelection = {
  readonly kind: ExportKind
  readonly format: ExportFormat
  /** Only records that were created from then to then, both inclusive; null is no limit. */
  readonly from: number | null
  readonly to: number | null
}

/** A part of a file: whole records. */
export type FilePart = {
  readonly content: Buffer
  readonly rows: number
  /** The key of the last record that is written; null if there is none at all. */
  readonly position: string | null
  readonly isLast: boolean
}

/** The number of records whose objects are garbage before the next ones are read, which keeps the heap small. */
const ROWS_AT_A_TIME = 250
/** A part is complete when it has so many bytes. */
const PART_BYTES = 512 * 1024
/** Steps of a part at most, so that small records make parts of a bounded duration. */
const STEPS = 40

/** Reads the part of a file that comes after a record. Each step is a transaction of its own. */
export async function readPart(
  ctx: Context,
  tenantId: TenantId,
  { kind, format, from, to }: ExportedSelection,
  after: string | null,
): Promise<FilePart> {
  const read = recordReaders[kind]
  const chunks: Buffer[] = []
  let position = after
  let [rows, length, steps, isLast] = [0, 0, 0, false]
  while (!isLast && length < PART_BYTES && steps < STEPS) {
    const step = { from, to, position, limit: ROWS_AT_A_TIME }
    const found = await ctx.readTenant(tenantId, (tx) => read(ctx, tx, format, step))
    const chunk = Buffer.from(found.text)
    chunks.push(chunk)
    position = found.position ?? position
    rows += found.rows
    length += chunk.length
    steps += 1
    isLast = found.isLast
  }
  return { content: Buffer.concat(chunks), rows, position, isLast }
}
