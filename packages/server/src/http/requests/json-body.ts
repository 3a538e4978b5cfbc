import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import parseSecurely from 'secure-json-parse'
import { jsonFault } from './json-fault.ts'

const UTF_8_CHARSET = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i
const ANY_CHARSET = /;\s*charset\s*=/i

/** Makes JSON in UTF-8 the only kind of body that is read; an empty body is no body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      requireUtf8(request.headers['content-type'] ?? '')
      requireUncoded(request.headers['content-encoding'] ?? '')
      return bytes.length === 0 ? undefined : parseJson(bytes)
    },
  )
}

function parseJson(bytes: Buffer): unknown {
  const { text, value } = decoded(bytes)
  const fault = jsonFault(text)
  if (fault === null) return value
  throw new Refusal('MALFORMED_JSON', `The body ${fault}. Check it against the API reference.`)
}

function decoded(bytes: Buffer): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Names that would reach into prototypes are unknown fields like any other: they are ignored.
    return { text, value: parseSecurely(text, null, { protoAction: 'remove', constructorAction: 'remove' }) }
  } catch {
    throw new Refusal(
      'MALFORMED_JSON',
      'The body is not well-formed JSON in UTF-8. Serialize it with a JSON library and send it as UTF-8.',
    )
  }
}

function requireUtf8(contentType: string): void {
  if (!ANY_CHARSET.test(contentType) || UTF_8_CHARSET.test(contentType)) return
  throw new Refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be JSON in UTF-8. Send "Content-Type: application/json".',
  )
}

/** Compressed bodies are rejected: a few bytes could expand beyond any limit. */
function requireUncoded(contentEncoding: string): void {
  if (contentEncoding === '' || contentEncoding.toLowerCase() === 'identity') return
  throw new Refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must not be compressed. Send it without the header "Content-Encoding".',
  )
}
