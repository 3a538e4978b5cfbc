import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Tokens that tie the confirmation of a write to what a person was shown. */
export type Confirmations = {
  /** A token for one write: this tool with these arguments, by this caller, for ten minutes. */
  readonly request: (tool: string, input: unknown) => string
  /** Whether the token was given for exactly this write, and is still valid. */
  readonly isValid: (token: string, tool: string, input: unknown) => boolean
}

const VALID_MS = 10 * 60_000

/**
 * @param key at least 32 bytes, the same in every process that may get the token back
 * @param caller names whose tokens these are; no caller can use another one's
 */
export function createConfirmations(
  key: Uint8Array,
  caller: string,
  now: () => number = Date.now,
): Confirmations {
  const mac = (until: string, nonce: string, tool: string, input: unknown) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['goodword-mcp-confirmation', caller, until, nonce, tool, sorted(input)]))
      .digest('base64url')
  return {
    request(tool, input) {
      const until = (now() + VALID_MS).toString(36)
      const nonce = randomBytes(12).toString('base64url')
      return `${until}.${nonce}.${mac(until, nonce, tool, input)}`
    },
    isValid(token, tool, input) {
      const [until = '', nonce = '', signature = '', ...rest] = token.split('.')
      if (rest.length > 0 || !equal(signature, mac(until, nonce, tool, input))) return false
      return now() < Number.parseInt(until, 36)
    },
  }
}

/** What makes the effect of a confirmed write unique. */
export function idempotencyKeyOf(token: string): string {
  return `mcp-${createHash('sha256').update(token).digest('hex')}`
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Sorts the fields of objects by name, so that the order of arguments has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return names.map((name) => [name, sorted((value as Record<string, unknown>)[name])])
}
