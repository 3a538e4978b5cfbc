import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import { guardedPool } from '../../engine/network/guarded-pool.ts'
import { parseTarget, type TargetRules } from '../../engine/network/outgoing-target.ts'
import type { Context } from '../../frame/context.ts'
import { type AssistantClient, MAX_REDIRECT_URIS, shownName } from './registered-client.ts'

const MAX_BYTES = 16 * 1024
const TIME_LIMIT_MS = 5000
const CONNECT_MS = 3000
const MAX_AGE_MS = 5 * 60_000
const MAX_ENTRIES = 1000
const MAX_LOOKUPS = 20

/**
 * The client whose ID is the https address of a document about it (draft-ietf-oauth-client-id-metadata-document); null if
 * there is no such document. The address is anybody's: only public addresses are asked, without redirects, for a small
 * answer within seconds.
 */
export async function readClientDocument(ctx: Context, id: string): Promise<AssistantClient | null> {
  const rules: TargetRules = {
    mode: ctx.allowLocalTargets ? 'test' : 'live',
    allowLocal: ctx.allowLocalTargets,
  }
  const target = parseTarget(id, rules)
  // Another spelling of an address is another ID, and the document must have the very same.
  if (!('url' in target) || target.url.href !== id || target.url.pathname === '/') return null
  const { url } = target
  return ctx.singleton(documents).get(id, () => fetchDocument(ctx, url, rules))
}

function documents({ clock }: Context) {
  return new TtlCache<AssistantClient>({
    clock,
    maxAgeMs: MAX_AGE_MS,
    maxEntries: MAX_ENTRIES,
    maxMisses: MAX_LOOKUPS,
  })
}

async function fetchDocument(ctx: Context, url: URL, rules: TargetRules): Promise<AssistantClient | null> {
  const options = { rules, resolve: ctx.resolveHost, connections: 1, connectMs: CONNECT_MS }
  const pool = guardedPool(url.origin, options)
  try {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    if (statusCode !== 200) return null
    let text = ''
    for await (const chunk of body.setEncoding('utf8')) {
      text += chunk
      if (text.length > MAX_BYTES) return null
    }
    return clientIn(JSON.parse(text), url.href)
  } catch {
    // The client is unknown for any error of the read, and the person sees that.
    return null
  } finally {
    await pool.destroy()
  }
}

function clientIn(document: unknown, id: string): AssistantClient | null {
  const { client_id: named, client_name: name, redirect_uris: listed } = Object(document)
  if (named !== id || !Array.isArray(listed)) return null
  const redirectUris = listed.filter((it) => typeof it === 'string').slice(0, MAX_REDIRECT_URIS)
  return { id, name: shownName(typeof name === 'string' ? name : ''), redirectUris }
}
