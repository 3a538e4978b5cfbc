import type { User } from './account.ts'

/** Letters that Unicode does not take apart into a plain letter and a mark, as people without them on the keyboard write them. */
const PLAIN_LETTERS: { readonly [letter: string]: string } = {
  // The last sigma of a word has another form, and a prefix can end anywhere.
  ς: 'σ',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** A text as it is searched by: without case, accents and doubled blanks, so that `jose` finds `José`, and `isik` `Işık`. */
export function searchKey(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const letters = plain.replaceAll(/[^a-z0-9 ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
  return letters.trim().replaceAll(/\s+/g, ' ')
}

/**
 * An e-mail address, or its beginning, as it is searched by: also without the dots before the `@`, which people write or leave
 * out, so that `jose.garcia@` finds `josegarcia@example.com`, and the reverse.
 */
export function emailSearchKey(text: string): string {
  const key = searchKey(text)
  const at = key.indexOf('@')
  const end = at === -1 ? key.length : at
  return key.slice(0, end).replaceAll('.', '') + key.slice(end)
}

/** The search key of a person's name; null without a name. */
export function nameKey({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string | null {
  const key = searchKey(`${firstName ?? ''} ${lastName ?? ''}`)
  return key === '' ? null : key
}
