import type { IncomingMessage } from 'node:http'

export type Address = {
  readonly merchantId: string
  readonly method: string
  /** Below the merchant's, without a query and a slash at the end: `/subscriptions/abc`. */
  readonly path: string
}

/** What of which merchant's a request is about; null for one that is about no merchant. */
export function addressOf({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): Address | null {
  const match = /^\/merchants\/([^/?]+)(\/[^?]*?)?\/?(?:[?]|$)/.exec(url)
  return match === null ? null : { merchantId: match[1] ?? '', method, path: match[2] ?? '' }
}
