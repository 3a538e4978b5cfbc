import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type StaticFile = {
  /** Its media type, without a charset. */
  readonly type: string
  /** Called once, when the file is first requested. An uncompressed file is compressed then. */
  readonly content: () => Promise<Buffer | CompressedFile> | Buffer | CompressedFile
  /** The value of `Cache-Control`. */
  readonly caching: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called for every request. */
  readonly onRequest?: (request: FastifyRequest) => void
}

type Coding = 'br' | 'gzip' | 'identity'
/** A file in each coding. */
export type CompressedFile = Readonly<Record<Coding, Buffer>>
type Encoded = { readonly tag: string; readonly bytes: CompressedFile }

/** A higher level takes seconds for the largest file, and saves a few percent. */
const BROTLI_QUALITY = 9

/**
 * Serves a file at an address. It is encoded once, and all answers send the same buffers: a thousand clients that do not
 * read cost no more memory than one.
 */
export function serveFile(app: FastifyInstance, url: string, file: StaticFile): void {
  app.get(url, answerWithFile(file))
}

/** Sends a static file, for files whose addresses are not routes of their own. */
export function answerWithFile(
  file: StaticFile,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let encoded: Promise<Encoded> | null = null
  return async (request, reply) => {
    file.onRequest?.(request)
    encoded ??= encode(file)
    const { tag, bytes } = await encoded.catch((error: unknown) => {
      encoded = null
      throw error
    })
    reply.headers({
      'Cache-Control': file.caching,
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...file.headers,
    })
    if (isKept(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const coding = isText(file.type) ? acceptedCoding(request.headers['accept-encoding']) : 'identity'
    return send(reply, file.type, coding, bytes)
  }
}

function send(reply: FastifyReply, type: string, coding: Coding, bytes: Encoded['bytes']): FastifyReply {
  if (coding !== 'identity') reply.header('Content-Encoding', coding)
  return reply.type(isText(type) ? `${type}; charset=utf-8` : type).send(bytes[coding])
}

async function encode({ type, content }: StaticFile): Promise<Encoded> {
  const found = await content()
  const bytes = Buffer.isBuffer(found) ? await (isText(type) ? compress(found) : asItIs(found)) : found
  // Weak: it is the same for all encodings.
  const tag = `W/"${createHash('sha256').update(bytes.identity).digest('base64url').slice(0, 22)}"`
  return { tag, bytes }
}

/** Faces and pictures are compressed already. */
const isText = (type: string): boolean => !/^(?:image|font)[/]/.test(type) || type === 'image/svg+xml'

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The media type of a built file by its name; undefined for a file that is not served. */
export function mediaTypeOf(name: string): string | undefined {
  return mediaTypes[extname(name)]
}

const asItIs = (identity: Buffer): CompressedFile => ({ br: identity, gzip: identity, identity })

async function compress(identity: Buffer): Promise<CompressedFile> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return { br, gzip: zipped, identity }
}

function isKept(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((it) => [tag, '*'].includes(it.trim()))
}

/** The smallest coding that an `Accept-Encoding` accepts (RFC 9110, 12.5.3). */
export function acceptedCoding(header: string | string[] | undefined): Coding {
  const accepted = new Map(`${header ?? ''}`.toLowerCase().split(',').map(weighted))
  const any = accepted.get('*') ?? 0
  return (['br', 'gzip'] as const).find((it) => (accepted.get(it) ?? any) > 0) ?? 'identity'
}

/** `gzip;q=0.5` as its name and weight; a weight that is no number counts as none. */
function weighted(part: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((it) => it.trim())
  const quality = parameters.find((it) => it.startsWith('q='))
  return [name, quality === undefined ? 1 : Number(quality.slice(2))]
}
