const localHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The port of an address such as `http://127.0.0.1:3001`, without path or user; null for everything else. */
export function localPort(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port, origin } = new URL(address)
  const isLocal = protocol === 'http:' && localHosts.has(hostname) && port !== ''
  return isLocal && (address === origin || address === `${origin}/`) ? port : null
}
