import { Refusal } from '@goodword/contract/refusal'

/**
 * The path and query of a request line. Some clients write the whole address there; HTTP wants that understood, and
 * that its host counts. No host means anything here, so it is dropped.
 */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const path = WHOLE_ADDRESS.exec(target)?.groups?.path
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

const WHOLE_ADDRESS = /^https?:\/\/[^/?#]+(?<path>.*)$/is

/**
 * Refuses what is no path: a fragment stays with the client, and servers disagree about what it hides.
 *
 * @throws Refusal MALFORMED_REQUEST
 */
export function refuseFragment(path: string): void {
  if (!path.includes('#')) return
  throw new Refusal('MALFORMED_REQUEST', 'The path holds a "#". Percent-encode it as %23, or leave it out.')
}
