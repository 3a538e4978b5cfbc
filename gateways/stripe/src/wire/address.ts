import type { IncomingMessage } from 'node:http'
import type { Address } from '@goodword/sandbox/model/address'

/** The path of a URL without its query. */
export function pathOf(url: string): string {
  return url.replace(/[?].*/, '').replace(/\/$/, '')
}

/** The address of a request of the API, below `/v1`. */
export function addressOf({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Address {
  return { method, path: pathOf(url).replace(/^\/v1/, '') }
}
