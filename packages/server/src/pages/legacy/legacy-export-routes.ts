import { Readable } from 'node:stream'
import { endpoints } from '@goodword/contract/all-endpoints'
import type { Export } from '@goodword/contract/files/export'
import { Refusal } from '@goodword/contract/frame/refusal'
import { recordId } from '@goodword/contract/frame/values'
import { Type } from 'typebox'
import { fileRecords } from '../../files/imports/reading/file-records.ts'
import { type LegacyExportType, legacyCsv, legacyExports, legacyTypeOf } from './legacy-export-rows.ts'
import { LEGACY_PREFIX, type LegacyCall, type ServeLegacy } from './legacy-route.ts'

const MAX_DOWNLOAD_MS = 3_600_000
const exportId = Type.Object({ exportId: recordId('ID of the export.') })

const ExportBody = Type.Object({
  type: Type.Enum([...(Object.keys(legacyExports) as LegacyExportType[])]),
  format: Type.Optional(Type.Literal('CSV')),
  name: Type.Optional(Type.String({ maxLength: 256 })),
  requester: Type.Optional(Type.String({ maxLength: 256 })),
  params: Type.Optional(
    Type.Object({
      createdSince: Type.Optional(Type.Unknown()),
      createdBefore: Type.Optional(Type.Unknown()),
    }),
  ),
})
type ExportBody = {
  readonly type: LegacyExportType
  readonly name?: string
  readonly requester?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** `export`, `export/{id}` and `export/{id}/download` of the former service. */
export function serveLegacyExports(serve: ServeLegacy): void {
  serve({
    ...{ method: 'POST', path: `${LEGACY_PREFIX}/export`, params: Type.Object({}), callers: 'server' },
    ...{ body: ExportBody, instead: endpoints.createExport },
    answer: async ({ own, body }) => {
      const { type, name = null, requester = null, params = {} } = body as ExportBody
      const { createdSince, createdBefore } = params
      const created = await own.post<Export>('/exports', {
        ...{ kind: legacyExports[type], format: 'ndjson' },
        // The time of the last update is not known for all records, so a file for a period of updates has all of them.
        ...timeOf('from', 'createdSince', createdSince),
        ...timeOf('to', 'createdBefore', createdBefore),
      })
      return { status: 201, body: { ...exportOf(created, type), name, requester, params } }
    },
  })
  serve({
    ...{ method: 'GET', path: `${LEGACY_PREFIX}/export/:exportId`, params: exportId, callers: 'server' },
    instead: endpoints.readExport,
    answer: async (call) => {
      const { found, type } = await read(call)
      return { body: exportOf(found, type) }
    },
  })
  serve({
    ...{
      method: 'GET',
      path: `${LEGACY_PREFIX}/export/:exportId/download`,
      params: exportId,
      callers: 'server',
    },
    ...{ instead: endpoints.readExport, longestDownloadMs: MAX_DOWNLOAD_MS },
    answer: async (call) => {
      const { found, type } = await read(call)
      if (found.downloadUrl === null) {
        throw new Refusal('EXPORT_NOT_FOUND', 'The file is not complete yet, or has expired.', 'exportId')
      }
      const records = linesOf(await call.own.download(found.downloadUrl))
      const body = Readable.from(legacyCsv(legacyExports[type], records), { objectMode: false })
      return { body, type: 'text/csv; charset=utf-8; header=present' }
    },
  })
}

async function* linesOf(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const { bytes, line } of fileRecords(file, { byte: 0, line: 1 }, false)) {
    if (bytes === null) throw new Error(`line ${line} of an exported file is too long to be read`)
    yield bytes.toString()
  }
}

async function read({ own, params }: LegacyCall) {
  const found = await own.get<Export>(`/exports/${encodeURIComponent(params.exportId ?? '')}`)
  const type = found.format === 'ndjson' ? legacyTypeOf(found.kind) : null
  if (type !== null) return { found, type }
  throw new Refusal(
    'EXPORT_NOT_FOUND',
    'This export was requested in another form. Read it with GET exports/{exportId}.',
    'exportId',
  )
}

function exportOf({ id, state, dateCreated, dateExpires, downloadUrl }: Export, type: LegacyExportType) {
  const status = statusOf(state, downloadUrl !== null)
  return {
    ...{ id, name: null, requester: null, status, type, format: 'CSV', params: {} },
    ...{ dateCreated, dateCompleted: state === 'DONE' ? dateCreated : null, dateExpires },
  }
}

function statusOf(state: Export['state'], isThere: boolean): string {
  if (state === 'FAILED') return 'ABORTED'
  if (state !== 'DONE') return 'PENDING'
  return isThere ? 'COMPLETED' : 'EXPIRED'
}

/** A time as clients send it: milliseconds since the epoch, or ISO 8601. */
function timeOf(name: 'from' | 'to', former: string, value: unknown): Readonly<Record<string, number>> {
  if (value === undefined || value === null || value === '') return {}
  const ms = typeof value === 'number' ? value : millisecondsOf(String(value))
  if (Number.isSafeInteger(ms) && ms >= 0) return { [name]: ms }
  throw new Refusal(
    'VALIDATION_FAILED',
    `"${former}" must be a time: milliseconds since the epoch, or ISO 8601, such as 2026-01-31T12:00:00Z.`,
    former,
  )
}

const MAX_TIME_LENGTH = 40

function millisecondsOf(text: string): number {
  if (text.length > MAX_TIME_LENGTH) return Number.NaN
  return /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)
}
