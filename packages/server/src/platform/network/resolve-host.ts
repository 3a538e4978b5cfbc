import { Resolver } from 'node:dns/promises'

/**
 * The addresses of a host name, those of IPv4 first; none if it has none.
 *
 * @throws Error when the name servers do not answer, or the signal is aborted
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>

const QUERY_MS = 3000
const QUERIES = 2
const NO_ADDRESSES: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers directly. `dns.lookup` would occupy a thread of the process until it ends, so a few names whose
 * servers do not answer would delay every other look-up and file access.
 */
export const resolveHost: ResolveHost = async (host, signal) => {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERIES })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.all([
      resolver.resolve4(host).catch(noneIfMissing),
      resolver.resolve6(host).catch(noneIfMissing),
    ])
    return found.flat()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function noneIfMissing(error: unknown): readonly string[] {
  if (NO_ADDRESSES.has(Reflect.get(Object(error), 'code'))) return []
  throw error
}
