import { displayName } from '../values/display-name.ts'

/** Longer ones are more likely a message than a name. */
const MAX_NAME = 40

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u
/** Programs for e-mail make a link of it. */
const LINK = /\.[\p{L}\p{M}]/u

/**
 * A name as an e-mail may show it to someone else: first name and last initial. Null for none, and for a text that is not
 * written like a name, because anyone can make a browser call with a message or a link as the name.
 */
export function mailName(firstName: string | null, lastName: string | null): string | null {
  const first = plainName(firstName)
  return first === null ? null : displayName(first, plainName(lastName))
}

/** A first name alone, by the same rules. */
export function plainName(name: string | null): string | null {
  const text = (name ?? '').trim()
  return text.length <= MAX_NAME && NAME.test(text) && !LINK.test(text) ? text : null
}
