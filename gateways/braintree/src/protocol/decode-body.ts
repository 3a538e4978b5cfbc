import { Unreadable } from './unreadable.ts'

/**
 * The text of a body: in the charset that its `content-type` names, or its XML declaration; UTF-8 without one.
 * @throws {Unreadable} for a charset that is not known, and for bytes that are not text in it
 */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf(bytes, contentType)
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Unreadable(`the body is not text in the charset ${charset}`, { cause: error })
  }
}

/** The longest accepted XML declaration. */
const DECLARATION_BYTES = 200

function charsetOf(bytes: Uint8Array, contentType: string): string {
  const named = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1]
  if (named !== undefined) return named.toLowerCase()
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1')
  return /^<\?xml[^>]*\bencoding=["']([\w.-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}
