import type { Widget } from '@goodword/contract/widget'
import type { Identity } from './identity.ts'

/** Where a list goes on. */
export type Cursors = { readonly referralsCursor?: string; readonly rewardsCursor?: string }

export type Loaded =
  | { readonly kind: 'loaded'; readonly widget: Widget }
  /** Nobody answered. */
  | { readonly kind: 'offline' }
  /** Later it may work. */
  | { readonly kind: 'failed' }
  /** The same request will be refused again. */
  | { readonly kind: 'refused'; readonly code: string }

/** Asks the service what to show. Never rejects. */
export async function loadWidget(alias: string, identity: Identity, cursors: Cursors = {}): Promise<Loaded> {
  const query = new URLSearchParams(cursors).toString()
  try {
    const answer = await fetch(`../api/v1/${alias}/open/widget${query === '' ? '' : `?${query}`}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(identity),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // The service that serves this script keeps to the contract.
    if (answer.ok) return { kind: 'loaded', widget: (await answer.json()) as Widget }
    if (answer.status === 429 || answer.status >= 500) return { kind: 'failed' }
    const { apiErrorCode } = (await answer.json()) as { readonly apiErrorCode?: string }
    return { kind: 'refused', code: apiErrorCode ?? String(answer.status) }
  } catch {
    // No network, too late, or something on the way that answers no JSON: to the visitor it is the same.
    return { kind: 'offline' }
  }
}

const TIMEOUT_MS = 20_000
