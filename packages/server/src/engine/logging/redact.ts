/** Replaces a secret in the log. */
const HIDDEN = '[secret]'

const secretFields = new Set(
  [
    'authorization',
    'proxyAuthorization',
    'cookie',
    'setCookie',
    'apiKey',
    'signingKey',
    'secretKey',
    'secret',
    'password',
    'token',
    'jwt',
    'privateKey',
    'webhookSecret',
    'webhookUrl',
    'clockUrl',
    'payload',
    'signature',
    'databaseUrl',
    'connectionString',
    'smtpUrl',
    'metricsToken',
    // Of people.
    'email',
    'firstName',
    'lastName',
    'referrerName',
    // The database's errors quote whole rows in the first of these, and statements with their values in the others.
    'detail',
    'where',
    'internalQuery',
    'parameters',
    // Addresses contain IDs of people and search terms.
    'url',
    'params',
    'query',
    'body',
    'rawHeaders',
  ].map(plain),
)

/** Deeper than anything that is logged on purpose. */
const MAX_DEPTH = 6

/** Deeply redacts fields with secrets or personal data. */
export function redactFields<T extends object>(fields: T): T {
  return hidden(fields, 0) as T
}

function hidden(value: unknown, depth: number): unknown {
  // Errors have their own serializer.
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth === MAX_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map((it) => hidden(it, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const name in value) {
    // Inherited fields are logged too: some request and response objects have only these.
    const each = Reflect.get(value, name)
    copy[name] = each != null && isSecret(name) ? HIDDEN : hidden(each, depth + 1)
  }
  return copy
}

/** Most fields are repeated, so the results for their names are cached. */
const known = new Map<string, boolean>()
const MAX_NAMES = 1000

function isSecret(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const answer = secretFields.has(plain(name))
  if (known.size < MAX_NAMES) known.set(name, answer)
  return answer
}

/** `Set-Cookie`, `SET_COOKIE` and `setCookie` are one name. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
}

/**
 * Redacts everything in a text that looks like a key, a token, a password in a URL, a path with user IDs,
 * or an e-mail address: a last resort for messages.
 */
export function redactTexts(text: string): string {
  let redacted = text
  if (redacted.includes('gw_'))
    redacted = redacted.replaceAll(/gw_(live|test|sign)_[0-9A-Za-z]+/g, `gw_$1_${HIDDEN}`)
  if (redacted.includes('eyJ')) redacted = redacted.replaceAll(/[\w.-]+/g, hiddenToken)
  if (redacted.includes('://')) redacted = redacted.replaceAll(/:\/\/[^\s/"'@]+@/g, `://${HIDDEN}@`)
  if (
    redacted.includes('/api/') ||
    redacted.includes('/r/') ||
    redacted.includes('/hooks/') ||
    redacted.includes('/unsubscribe/')
  )
    redacted = redacted.replaceAll(PATH_OF_PEOPLE, '$1/…')
  return redacted.includes('@') || redacted.includes('%40')
    ? redacted.replaceAll(E_MAIL, '[e-mail]')
    : redacted
}

/** A JSON Web Token is three parts of base64url with points between, of which the first begins like `{"`. */
function hiddenToken(word: string): string {
  return word.includes('eyJ') && word.indexOf('.') !== word.lastIndexOf('.') ? HIDDEN : word
}

// Route patterns (`/api/v1/:tenantAlias/…`) have no personal data.
const PATH_OF_PEOPLE = /(\/api\/v1|\/r|\/hooks|\/unsubscribe)\/[^\s"'\\):*][^\s"'\\)]*/g
const E_MAIL =
  /(?<![^\s"'<>()[\]{},;:=/\\?&])[^\s"'<>()[\]{},;:=/\\?&@]{1,256}(?:@|%40)[^\s"'<>()[\]{},;:=/\\?&@]{1,256}/g
