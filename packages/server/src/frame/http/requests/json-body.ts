import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import parseSecurely from 'secure-json-parse'
import { endOfString, oversize } from './json-size.ts'

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
  const text = orMalformed(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  // Before anything is parsed or compared, whose time grows with the number of names.
  const size = oversize(text)
  if (size !== null) throw faulty(size)
  const value = orMalformed(() => parsed(text))
  const fault = jsonFault(text)
  if (fault === null) return value
  throw faulty(fault)
}

/** Parses a text, and refuses names that would reach into prototypes: no field of a request has one. */
function parsed(text: string): unknown {
  try {
    return parseSecurely(text)
  } catch (error) {
    if (!String(error).includes('prototype')) throw error
    throw faulty('has a field with the name "__proto__", or "prototype" in a field "constructor"')
  }
}

function faulty(fault: string): Refusal {
  return new Refusal('MALFORMED_JSON', `The body ${fault}. Check it against the API reference.`)
}

function orMalformed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) throw error
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

/** Deeper than any request needs, including unknown fields. */
export const MAX_DEPTH = 64
const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** The names of an object so far; null for a list, and before the first name. */
type Names = Set<string> | null

/**
 * The fault of a JSON text, to complete the sentence "The body …". A duplicate name in an object can have another
 * value for another JSON library, such as that of a gateway.
 *
 * Expects well-formed JSON, and looks at each character once.
 */
export function jsonFault(text: string): string | null {
  // The innermost last. Kinds are stored separately, so that an object needs no set before it has two names.
  const objects: boolean[] = []
  const named: Names[] = []
  let isNameNext = false
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPENING_BRACE:
      case OPENING_BRACKET:
        isNameNext = text.charCodeAt(at) === OPENING_BRACE
        objects.push(isNameNext)
        named.push(null)
        if (objects.length > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        objects.pop()
        named.pop()
        isNameNext = false
        break
      case COMMA:
        isNameNext = objects.at(-1) === true
        break
      case QUOTE: {
        const end = endOfString(text, at)
        if (isNameNext && !isNew(text.slice(at + 1, end), named)) return 'has a duplicate name in an object'
        isNameNext = false
        at = end
      }
    }
  }
  return null
}

/** Adds a name of the innermost object; false when it is a duplicate. */
function isNew(written: string, named: Names[]): boolean {
  const name = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written
  const names = named.at(-1) ?? new Set()
  if (names.has(name)) return false
  named[named.length - 1] = names.add(name)
  return true
}
