import type { Brand } from '../values/brand.ts'

/** The name of a site in the internet, in lower case and without a dot at its end. */
export type HostName = Brand<string, 'HostName'>

const MAX_LENGTH = 253
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * A text as a host name, or null: two labels or more of `a-z`, `0-9` and `-`, the last not in digits alone, as those of
 * addresses are. Names in other letters have their `xn--` form. Capitals are no host name, so that equal hosts are equal
 * texts.
 */
export function parseHostName(text: string): HostName | null {
  if (text.length > MAX_LENGTH) return null
  const labels = text.split('.')
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? (text as HostName) : null
}
