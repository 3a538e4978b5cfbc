import type { Participant } from './account.ts'

/** A text as it is searched by: without case, accents and doubled blanks, so that `jose` finds `José`. */
export function searchKey(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  // The last sigma of a word has another form, and a prefix can end anywhere.
  return plain.toLowerCase().replaceAll('ς', 'σ').trim().replaceAll(/\s+/g, ' ')
}

/** What a person's name is searched by; null without a name. */
export function nameKey({ firstName, lastName }: Pick<Participant, 'firstName' | 'lastName'>): string | null {
  const key = searchKey(`${firstName ?? ''} ${lastName ?? ''}`)
  return key === '' ? null : key
}
