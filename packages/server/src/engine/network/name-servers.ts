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

/** The records of a host: its addresses, and the name in its CNAME record, null without one. */
export type HostRecords = { readonly addresses: readonly string[]; readonly alias: string | null }

/** @throws Error when the name servers do not answer, or the signal is aborted */
export type ResolveRecords = (host: string, signal: AbortSignal) => Promise<HostRecords>

export type NameServers = {
  readonly resolveHost: ResolveHost
  readonly resolveTexts: ResolveTexts
  readonly resolveRecords: ResolveRecords
}

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
    resolveHost: (host, signal) => ask(signal, (resolver) => addressesOf(resolver, host)),
    resolveRecords: (host, signal) =>
      ask(signal, async (resolver) => {
        const [addresses, [alias = null]] = await Promise.all([
          addressesOf(resolver, host),
          resolver.resolveCname(host).catch(noneIfMissing),
        ])
        return { addresses, alias }
      }),
    resolveTexts: (name, signal) =>
      ask(signal, async (resolver) => {
        const records = await resolver.resolveTxt(name).catch(noneIfMissing)
        // A long text is sent in parts of 255 bytes.
        return records.map((parts) => parts.join(''))
      }),
  }
}

async function addressesOf(resolver: Resolver, host: string): Promise<readonly string[]> {
  const found = await Promise.all([
    resolver.resolve4(host).catch(noneIfMissing),
    resolver.resolve6(host).catch(noneIfMissing),
  ])
  return found.flat()
}

function noneIfMissing(error: unknown): never[] {
  if (NO_RECORDS.has(Reflect.get(Object(error), 'code'))) return []
  throw error
}
