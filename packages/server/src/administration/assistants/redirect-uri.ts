const MAX_LENGTH = 500

/** Programs on the person's machine whose schemes have no dot, which RFC 8252 asks for. */
const APP_SCHEMES: ReadonlySet<string> = new Set([
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
  'zed:',
])
const DOTTED_SCHEME = /^[a-z][a-z0-9+-]*(?:[.][a-z0-9+-]+)+:$/

/**
 * Whether a code may be sent to an address: an https address, one of the person's own machine, or a scheme that a program on it
 * registers. A browser would run an address with another scheme, such as `javascript:`.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.hash !== '' || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(url)
  return APP_SCHEMES.has(url.protocol) || DOTTED_SCHEME.test(url.protocol)
}

/**
 * Whether a requested address is one that the client has registered. They are compared as texts, but for the port of the
 * person's own machine, which a program on it gets anew at each start (RFC 8252, 7.3).
 */
export function isRegistered(requested: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(requested)) return false
  const wanted = withoutLoopbackPort(requested)
  return registered.some(
    (it) => it === requested || (isRedirectUri(it) && withoutLoopbackPort(it) === wanted),
  )
}

function withoutLoopbackPort(text: string): string {
  const url = new URL(text)
  if (url.protocol !== 'http:' || !isLoopback(url)) return text
  url.port = ''
  return url.href
}

/** Whether an address is on the person's own machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
