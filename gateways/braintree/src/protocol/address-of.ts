import type { IncomingMessage } from 'node:http'
import type { Address as AddressBelow } from '@goodword/sandbox/model/address'

export type Address = AddressBelow & { readonly merchantId: string }

/** What of which merchant's a request is about; null for one that is about no merchant. */
export function addressOf({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): Address | null {
  const match = /^\/merchants\/([^/?]+)(\/[^?]*?)?\/?(?:[?]|$)/.exec(url)
  return match === null ? null : { merchantId: match[1] ?? '', method, path: match[2] ?? '' }
}
