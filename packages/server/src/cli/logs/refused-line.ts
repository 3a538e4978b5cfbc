import type { LoggedKind } from '../../platform/secrets/logged-hash.ts'

export type RefusedRequest = Readonly<Record<string, string | number | null>>

const shownFields = [
  'requestId',
  'method',
  'route',
  'status',
  'apiErrorCode',
  'param',
  'keyId',
  'clientNetwork',
]

/** What a log line says of a refused request that named one of these; null for all other lines. */
export function refusedLine(line: string, kind: LoggedKind, hash: string): RefusedRequest | null {
  // Most lines are about others, and need not be parsed.
  if (!line.includes(hash)) return null
  const fields = objectIn(line)
  const named = fields[`${kind}Hashes`]
  if (!Array.isArray(named) || !named.includes(hash)) return null
  const shown = shownFields.map((name): [string, string | number | null] => [name, scalar(fields[name])])
  return { date: scalar(fields.time), ...Object.fromEntries(shown) }
}

/** The JSON of a line, which a supervisor may have put its own text in front of. */
function objectIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.slice(Math.max(0, line.indexOf('{'))))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Not a line of ours, or cut.
    return {}
  }
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
