import type { IncomingMessage } from 'node:http'
import type { Address as AddressBelow } from '@goodword/sandbox/model/address'

export type Address = AddressBelow & { readonly merchantId: string }

/** The merchant and the address of a request; null for one without a merchant. */
export function addressOf({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): Address | null {
  const match = /^\/merchants\/([^/?]+)(\/[^?]*?)?\/?(?:[?]|$)/.exec(url)
  return match === null ? null : { merchantId: match[1] ?? '', method, path: match[2] ?? '' }
}
