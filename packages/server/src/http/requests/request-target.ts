import { Refusal } from '@goodword/contract/refusal'

/** The path and query of a request line. Some clients write the whole address there, which HTTP wants understood. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const path = WHOLE_ADDRESS.exec(target)?.groups?.path
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

/** The host that a request line names, with its port; it goes before that of the header. Null when it names none. */
export function hostOf(target: string): string | null {
  return target.startsWith('/') ? null : (WHOLE_ADDRESS.exec(target)?.groups?.host ?? null)
}

const WHOLE_ADDRESS = /^https?:\/\/(?<host>[^/?#]+)(?<path>.*)$/is

/**
 * Refuses what is no path: a fragment stays with the client, and servers disagree about what it hides.
 *
 * @throws Refusal MALFORMED_REQUEST
 */
export function refuseFragment(path: string): void {
  if (!path.includes('#')) return
  throw new Refusal('MALFORMED_REQUEST', 'The path contains a "#". Percent-encode it as %23 or remove it.')
}
