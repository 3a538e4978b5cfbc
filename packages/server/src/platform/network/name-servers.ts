import { Resolver } from 'node:dns/promises'

/**
 * The addresses of a host name, those of IPv4 first; none if it has none.
 *
 * @throws Error when the name servers do not answer, or the signal is aborted
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * The texts of the TXT records of a name; none if it has none.
 *
 * @throws Error when the name servers do not answer, or the signal is aborted
 */
export type ResolveTexts = (name: string, signal: AbortSignal) => Promise<readonly string[]>

export type NameServers = { readonly resolveHost: ResolveHost; readonly resolveTexts: ResolveTexts }

const QUERY_MS = 3000
const QUERIES = 2
const NO_RECORDS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks name servers directly: those given (`address` or `address:port`), or those of the machine. `dns.lookup` would
 * occupy a thread of the process until it ends, so a few names whose servers do not answer would delay every other look-up
 * and file access.
 */
export function nameServers(addresses: readonly string[] = []): NameServers {
  async function ask<T>(signal: AbortSignal, work: (resolver: Resolver) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERIES })
    if (addresses.length > 0) resolver.setServers(addresses)
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      return await work(resolver)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  return {
    resolveHost: (host, signal) =>
      ask(signal, async (resolver) => {
        const found = await Promise.all([
          resolver.resolve4(host).catch(noneIfMissing),
          resolver.resolve6(host).catch(noneIfMissing),
        ])
        return found.flat()
      }),
    resolveTexts: (name, signal) =>
      ask(signal, async (resolver) => {
        const records = await resolver.resolveTxt(name).catch(noneIfMissing)
        // A long text is sent in parts of 255 bytes.
        return records.map((parts) => parts.join(''))
      }),
  }
}

function noneIfMissing(error: unknown): never[] {
  if (NO_RECORDS.has(Reflect.get(Object(error), 'code'))) return []
  throw error
}
