import { createHash } from 'node:crypto'
import { type Import, MAX_IMPORT_BYTES } from '@goodword/contract/files/import'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportFormat, ImportKind, ImportMapping } from '@goodword/domain/files/import'
import { parseDateFormat } from '@goodword/domain/files/import-date'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { requireDiskSpace, requireRoomForFile } from '../room-for-files.ts'
import { countPieces } from '../rows/import-pieces.ts'
import { findOldestUploads, insertUpload } from '../rows/import-uploads.ts'
import {
  findImportOfRequest,
  findUnfinishedImports,
  type ImportId,
  type ImportRow,
  insertImport,
} from '../rows/imports.ts'
import { endUpload, UPLOAD_MS } from './clean-imports.ts'
import { importColumnsOf } from './import-columns.ts'
import { importAnswer } from './read-imports.ts'
import { inUtf8 } from './reading/file-encoding.ts'
import { PIECE_BYTES, storePiece } from './reading/file-pieces.ts'
import { type CheckedFile, checkedFile } from './recognition/checked-file.ts'

/** A file that is to be imported. */
export type ImportRequest = {
  readonly kind: ImportKind
  readonly format: ImportFormat
  readonly mapping: ImportMapping | null
  /** How dates are written: `ms`, `ISO` or a pattern; null for the first two. */
  readonly dateFormat: string | null
  /** The name of the file, by which staff find it; null or left out where it has none. */
  readonly fileName?: string | null
  readonly isDryRun: boolean
  /** How many bytes the file is said to have; null or left out where that is not known. */
  readonly announcedBytes?: number | null
}

/** More would wait for each other. */
const MAX_UNFINISHED = 10
const MAX_UPLOADS = 20

/**
 * Stores a file piece by piece, as fast as it arrives, and asks for its import; the same request is one import while that
 * is not finished. If the file breaks off or is refused, nothing of it stays; after a crash a job deletes the stored pieces.
 *
 * @throws Refusal VALIDATION_FAILED for a file that is empty, in another format or has a wrong header, PAYLOAD_TOO_LARGE, TOO_MANY_IMPORTS,
 * FILE_SPACE_EXHAUSTED, and SERVICE_UNAVAILABLE while the disk is nearly full
 */
export async function receiveImport(
  ctx: Context,
  tenantId: TenantId,
  request: ImportRequest,
  file: AsyncIterable<Buffer>,
  mostBytes = MAX_IMPORT_BYTES,
): Promise<Import> {
  const columns = importColumnsOf(request.kind, request.mapping)
  requireDateFormat(request.dateFormat)
  const { file: whole, ...read } = await checkedFile(limited(file, mostBytes), { ...request, columns })
  const { id, beganAt } = await beginUpload(ctx, tenantId, request.announcedBytes ?? mostBytes)
  try {
    const stored = await storeFile(ctx, tenantId, id, inUtf8(whole))
    const row = await requestImport(ctx, tenantId, id, request, {
      ...{ ...stored, ...read, beganAt },
    })
    if (row.id !== id) await endUpload(ctx, tenantId, id)
    return importAnswer(row)
  } catch (error) {
    await endUpload(ctx, tenantId, id)
    throw error
  }
}

/** When a file began to arrive, by the tenant's clock. */
type Upload = { readonly id: ImportId; readonly beganAt: number }

async function beginUpload(ctx: Context, tenantId: TenantId, byteCount: number): Promise<Upload> {
  await requireDiskSpace(ctx)
  return ctx.writeTenant(tenantId, async (tx) => {
    const [unfinished, uploads] = await Promise.all([
      findUnfinishedImports(tx, MAX_UNFINISHED),
      findOldestUploads(tx, MAX_UPLOADS),
    ])
    if (unfinished.length === MAX_UNFINISHED || uploads.length === MAX_UPLOADS) throw tooMany()
    await requireRoomForFile(ctx, tx, byteCount)
    const id = tx.newId<ImportId>()
    insertUpload(tx, { id, beganAt: ctx.clock.now(), byteCount })
    enqueueJob(tx, { kind: 'CLEAN_IMPORTS', subject: '', dueAt: tx.now + UPLOAD_MS })
    return { id, beganAt: tx.now }
  })
}

type StoredFile = { readonly bytes: number; readonly hash: string }

async function storeFile(
  ctx: Context,
  tenantId: TenantId,
  id: ImportId,
  file: AsyncIterable<Buffer>,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let number = 0
  let bytes = 0
  for await (const piece of inPieces(file)) {
    bytes += piece.length
    hash.update(piece)
    await storePiece(ctx, tenantId, id, number, piece)
    number += 1
  }
  return { bytes, hash: hash.digest('base64url') }
}

async function* limited(file: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge()
    yield chunk
  }
}

/** Cuts a file into pieces of one length; the last may be shorter. */
async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of file) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES)
    // A copy, so that the piece does not stay in memory for the sake of its end.
    waiting = [Buffer.from(rest)]
    length = rest.length
  }
  if (length > 0) yield Buffer.concat(waiting)
}

function requireDateFormat(name: string | null): void {
  if (name === null || parseDateFormat(name) !== null) return
  throw new Refusal(
    'VALIDATION_FAILED',
    '"dateFormat" must be ms, s, ISO, or a pattern of YYYY, MM and DD in the order of the file, such as DD.MM.YYYY or MM/DD/YYYY, with HH:mm, HH:mm:ss or hh:mm A (AM or PM) after it.',
    'dateFormat',
  )
}

async function requestImport(
  ctx: Context,
  tenantId: TenantId,
  id: ImportId,
  { kind, format, mapping, dateFormat, fileName = null, isDryRun }: ImportRequest,
  { bytes, hash, separator, start, beganAt }: StoredFile & Omit<Upload, 'id'> & Omit<CheckedFile, 'file'>,
): Promise<Omit<ImportRow, 'tenant_id'>> {
  const requestHash = [kind, format, mapping ?? '', isDryRun, hash, dateFormat ?? ''].join(' ').trim()
  return ctx.writeTenant(tenantId, async (tx) => {
    const [same, pieces] = await Promise.all([findImportOfRequest(tx, requestHash), countPieces(tx, id)])
    if (same !== null) return same
    if (pieces !== Math.ceil(bytes / PIECE_BYTES)) throw new Error('pieces of an uploaded file not found')
    const row = {
      id,
      kind,
      format,
      mapping,
      date_format: dateFormat,
      separator,
      file_name: fileName,
      request_hash: requestHash,
      is_dry_run: isDryRun,
      state: 'PENDING',
      byte_count: bytes,
      position_byte: start.byte,
      position_line: start.line,
      row_count: 0,
      created_count: 0,
      updated_count: 0,
      unchanged_count: 0,
      rejected_count: 0,
      error_count: 0,
      failure: null,
      kept_rejected_count: 0,
      kept_rejected_bytes: 0,
      upload_began_at: beganAt,
      created_at: tx.now,
      finished_at: null,
    } as const
    insertImport(tx, { ...row, column_names: '[]', ignored_columns: '[]' })
    enqueueJob(tx, { kind: 'IMPORT', subject: '' })
    return { ...row, column_names: [], ignored_columns: [] }
  })
}

function tooMany(): Refusal {
  return new Refusal(
    'TOO_MANY_IMPORTS',
    `The program has ${MAX_UNFINISHED} imports that are not finished. Wait until one of them is, and send the file again.`,
  )
}

function tooLarge(): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', 'The file is larger than 1 GiB. Split it into several files.')
}
