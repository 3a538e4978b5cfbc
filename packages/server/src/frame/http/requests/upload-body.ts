import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { MAX_IMPORT_BYTES } from '@goodword/contract/files/import'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of the file that the route takes instead of JSON. */
    readonly upload?: readonly string[]
  }
}

/** The largest file, and how long it may take to arrive. */
export const UPLOAD_LIMIT_BYTES = MAX_IMPORT_BYTES
export const UPLOAD_TIME_MS = 3_600_000

const MEDIA_TYPES = ['text/csv', 'application/x-ndjson']
const UTF_8_CHARSET = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i
const ANY_CHARSET = /;\s*charset\s*=/i

/** The connections whose request is a file: it may take longer than other requests. */
const uploading = new WeakSet<object>()

/** Passes the body of a route with an upload on as a stream; it is not parsed for any other route. */
export function readUploads(app: FastifyInstance): void {
  app.addContentTypeParser(MEDIA_TYPES, (request, payload, done) => {
    if (request.routeOptions.config.upload === undefined) done(unsupported([]))
    else done(null, payload)
  })
}

/** Refuses before the body is read all but a file of these types, in UTF-8 and not compressed. */
export function requireUpload(request: FastifyRequest, mediaTypes: readonly string[]): void {
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = request.headers
  const [mediaType = ''] = type.split(';', 1)
  const isKnown = mediaTypes.includes(mediaType.trim().toLowerCase())
  const isUtf8 = !ANY_CHARSET.test(type) || UTF_8_CHARSET.test(type)
  const isPlain = encoding === '' || encoding.toLowerCase() === 'identity'
  if (!isKnown || !isUtf8 || !isPlain) throw unsupported(mediaTypes, mediaType)
}

/** Lets the request take longer than others from now on. */
export function beginUpload(request: FastifyRequest): void {
  uploading.add(request.raw.socket)
  request.raw.once('close', () => uploading.delete(request.raw.socket))
}

/** Whether a file is being received over the connection. */
export function isUploading(connection: object): boolean {
  return uploading.has(connection)
}

/** Whether the body of a request may be larger than others, before its route is known. */
export function mayBeUpload({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return UPLOAD_ADDRESS.test(url)
}

const UPLOAD_ADDRESS = /^\/api\/v1\/[^/?#]{1,64}\/imports(?:\?|$)/

/** The file of a request. @throws Refusal MALFORMED_REQUEST if the connection ends before the file does */
export async function* uploadOf(body: unknown): AsyncGenerator<Buffer> {
  if (!(body instanceof Readable)) return
  try {
    // An error is answered over the same connection, so an unread rest must not close it.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk
  } catch (cause) {
    const message = 'The connection ended before the whole file was received. Send it again.'
    throw Object.assign(new Refusal('MALFORMED_REQUEST', message), { cause })
  }
}

function unsupported(mediaTypes: readonly string[], sent = ''): Refusal {
  const wanted = mediaTypes.length === 0 ? 'application/json' : mediaTypes.join(' or ')
  return new Refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    `Send "Content-Type: ${wanted}", in UTF-8 and without "Content-Encoding".${hintFor(sent)}`,
  )
}

/** Advice for the file types that are most often sent by mistake. */
function hintFor(sent: string): string {
  if (/json/i.test(sent)) {
    return ' A JSON array is sent as one object per line: jq -c ".[]" file.json > file.ndjson.'
  }
  if (/excel|spreadsheet|zip/i.test(sent)) return ' Save a workbook as “CSV UTF-8” first.'
  if (/multipart|urlencoded/i.test(sent)) {
    return ' Send the file itself as the body, for example with curl --data-binary @file.csv.'
  }
  return ''
}
