import { Readable } from 'node:stream'
import type { ExportFormat } from '@goodword/domain/files/export'
import type { MerchantId, TenantId } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../frame/context.ts'
import { userAgentOf } from '../../frame/http/limits/client.ts'
import { createTransferSlots, type Limits, noLimits } from '../../frame/http/limits/limits.ts'
import type { RawQuery } from '../../frame/http/requests/query.ts'
import { whenClosed } from '../../frame/http/requests/when-closed.ts'
import { plainRefusal } from '../../frame/http/server/errors.ts'
import { findEnabledTenant } from '../../frame/tenants/find-caller.ts'
import type { DownloadedFile } from '../downloads/downloaded-file.ts'
import { noteDownload } from '../downloads/note-download.ts'
import { type SignedFileKind, signedFile } from '../downloads/signed-url.ts'
import { openExportedFile } from '../exports/exported-file.ts'
import { openRejectedFile } from '../imports/rejected-file/rejected-file.ts'
import { type ByteRange, byteRange } from './byte-range.ts'

type Path = { readonly tenantAlias: string; readonly id: string }
type DownloadRequest = FastifyRequest<{ Params: Path }>

type SignedFiles = {
  readonly path: string
  readonly open: typeof openExportedFile
}

const signedFiles: Readonly<Record<SignedFileKind, SignedFiles>> = {
  export: { path: '/exports/:tenantAlias/:id', open: openExportedFile },
  rejected: { path: '/imports/:tenantAlias/:id/rejected', open: openRejectedFile },
}

/** A client that needs longer continues with a range. */
const MAX_DOWNLOAD_MS = 3_600_000
/** A download holds two megabytes at most. */
const MAX_DOWNLOADS = { ofProcess: 64, ofMerchant: 8 }
const RETRY_AFTER_SECONDS = 10

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/**
 * `/exports/{tenant}/{export}?expires=…&signature=…`, an exported file, and `/imports/{tenant}/{import}/rejected?…`, the
 * rejected rows of an import, without a key. A wrong signature, an unknown, expired or deleted file and a disabled tenant are
 * all answered like an unknown page.
 */
export function serveSignedFiles(app: FastifyInstance, ctx: Context, limits: Limits = noLimits): void {
  const downloads = createTransferSlots(MAX_DOWNLOADS)
  serveKind(app, ctx, 'export', { limits, downloads })
  serveKind(app, ctx, 'rejected', { limits, downloads })
}

type Bounds = { readonly limits: Limits; readonly downloads: ReturnType<typeof createTransferSlots> }

function serveKind(
  app: FastifyInstance,
  ctx: Context,
  kind: SignedFileKind,
  { limits, downloads }: Bounds,
): void {
  const config = { longestDownloadMs: MAX_DOWNLOAD_MS }
  const { path, open } = signedFiles[kind]
  // Before GET, whose own HEAD would read the whole file.
  app.head<{ Params: Path }>(path, { config }, async (request, reply) => {
    const { tenantId, file } = await fileAt(request, reply)
    return headed(reply, tenantId, file).header('Content-Length', file.bytes).send()
  })
  app.get<{ Params: Path }>(path, { config }, async (request, reply) => {
    const { tenantId, merchantId, file } = await fileAt(request, reply)
    const range = rangeOf(request, file)
    if (range === 'not satisfiable') {
      reply.header('Content-Range', `bytes */${file.bytes}`)
      throw plainRefusal('RANGE_NOT_SATISFIABLE')
    }
    const download = downloads.begin(merchantId)
    if (download.kind !== 'begun') throw plainRefusal('SERVICE_UNAVAILABLE', RETRY_AFTER_SECONDS)
    whenClosed(reply.raw, download.end)
    await noteDownload(ctx, tenantId, {
      ...{ kind, id: request.params.id, range: request.headers.range ?? null, address: request.ip },
      userAgent: userAgentOf(request.headers['user-agent']),
    })
    const { start, end } = range ?? { start: 0, end: file.bytes }
    headed(reply, tenantId, file).header('Content-Length', end - start)
    if (range !== null) reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${file.bytes}`)
    return reply.send(Readable.from(file.read(start, end), { objectMode: false }))
  })

  async function fileAt(request: DownloadRequest, reply: FastifyReply): Promise<FoundFile> {
    const { expires, signature } = request.query as RawQuery
    const { tenantAlias, id } = request.params
    if (typeof expires !== 'string' || typeof signature !== 'string') throw plainRefusal('NOT_FOUND')
    const signed = signedFile(ctx, kind, { tenantAlias, id, expires, signature })
    if (signed === null) throw plainRefusal('NOT_FOUND')
    const { tenantId, expiresAt } = signed
    const tenant = await findEnabledTenant(ctx, tenantId)
    if (tenant === null) throw plainRefusal('NOT_FOUND')
    request.caller = { tenant, principal: null }
    await limits.admitServer(tenant, 'reporting', reply)
    const file = await limits.run(tenant, 'reporting', () => open(ctx, tenantId, id, expiresAt))
    if (file === null) throw plainRefusal('NOT_FOUND')
    return { tenantId, merchantId: tenant.merchantId, file }
  }
}

type FoundFile = {
  readonly tenantId: TenantId
  readonly merchantId: MerchantId
  readonly file: DownloadedFile
}

/** A client that has a part of another file of this address gets the whole. */
function rangeOf(
  { headers }: DownloadRequest,
  { bytes, tag }: DownloadedFile,
): ByteRange | 'not satisfiable' | null {
  const { range, 'if-range': condition } = headers
  return condition === undefined || condition === tag ? byteRange(range, bytes) : null
}

function headed(reply: FastifyReply, tenantId: TenantId, file: DownloadedFile): FastifyReply {
  const day = new Date(file.createdAt).toISOString().slice(0, 10)
  // An alias, a kind and a format have no characters that a header or a file system cannot have.
  const name = `${tenantId}-${file.noun}-${day}.${file.format}`
  return reply
    .type(types[file.format])
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Accept-Ranges', 'bytes')
    .header('ETag', file.tag)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
}
