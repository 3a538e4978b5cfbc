import type { Brand } from './brand.ts'

/** A person's name that others may see: it is written like a name, and more than a stranger said it. */
export type PresentableName = Brand<string, 'PresentableName'>

/** The known parts of a person's name. */
export type KnownName = {
  readonly firstName: string | null
  readonly lastName: string | null
  /** The merchant's server, an import, staff or a signed call named the person. */
  readonly isConfirmed: boolean
}

/** The forms in which others see a person's name; null for a name that they do not see. */
export type PresentableNames = {
  /** "Ada" */
  readonly first: PresentableName | null
  /** "Ada L." */
  readonly short: PresentableName | null
}

const NOTHING: PresentableNames = { first: null, short: null }

/** Longer ones are more likely a message than a name. */
const MAX_CHARACTERS = 40
const MAX_WORDS = 3

const NAME = /^\p{L}[\p{L}\p{M} .'’-]*$/u
/** Programs for e-mail make a link of it. */
const LINK = /\.[\p{L}\p{M}]/u
/** Characters that show nothing, and heaps of marks that cover the lines above and below. */
const UNREADABLE = /\p{Default_Ignorable_Code_Point}|\p{M}{4}/u

/**
 * The name of a person as it may be shown to others: on pages, in e-mails and in previews. Anyone can make a browser call with
 * a message or a link as the name of a user, so only a text that is written like a name is shown, and only once more
 * than unsigned calls named the person.
 */
export function presentableNames({ firstName, lastName, isConfirmed }: KnownName): PresentableNames {
  const first = isConfirmed ? presentable(firstName) : null
  if (first === null) return NOTHING
  const [initial] = presentable(lastName) ?? ''
  // The name was checked, and an initial is one letter of another that was.
  return { first, short: initial === undefined ? first : (`${first} ${initial}.` as PresentableName) }
}

function presentable(name: string | null): PresentableName | null {
  const text = (name ?? '').trim()
  if (text.length > MAX_CHARACTERS || text.split(/\s+/).length > MAX_WORDS) return null
  if (!NAME.test(text) || LINK.test(text) || UNREADABLE.test(text)) return null
  // It was just checked.
  return text as PresentableName
}
