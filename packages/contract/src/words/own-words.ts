import type { Dictionary, English, Plural } from './translation.ts'

/**
 * A merchant's replacements of built-in texts in one language, by their whole names: part and name (`widget.retry`), and of
 * a plural also the category (`rewards.percentOffMonths.one`).
 */
export type OwnWords = Readonly<Record<string, string>>

/** The merchant's own words for a reader: those of this locale before those of its language. */
export function ownWordsFor(
  texts: Readonly<Record<string, { readonly words?: OwnWords | undefined }>>,
  locale: string,
): OwnWords {
  const of = (tag: string) => (Object.hasOwn(texts, tag) ? texts[tag]?.words : undefined)
  return { ...of(locale.split('-', 1)[0] ?? ''), ...of(locale) }
}

/** The merchant's own words of one part of the product alone. */
export function wordsOfPart(
  part: string,
  texts: Readonly<Record<string, { readonly words?: OwnWords | undefined }>>,
): Readonly<Record<string, { readonly words: Record<string, string> }>> {
  const found = Object.entries(texts).flatMap(([locale, { words = {} }]) => {
    const own = Object.entries(words).filter(([name]) => name.startsWith(`${part}.`))
    return own.length === 0 ? [] : [[locale, { words: Object.fromEntries(own) }] as const]
  })
  return Object.fromEntries(found)
}

/** Words of a part of the product, with the merchant's own in the place of ours. */
export function withOwnWords<Words extends English>(
  part: string,
  words: Dictionary<Words>,
  own: OwnWords,
): Dictionary<Words> {
  if (Object.keys(own).length === 0) return words
  const replaced = Object.entries<string | Plural>(words).map(([name, text]) => {
    const whole = `${part}.${name}`
    if (typeof text === 'string') return [name, own[whole] ?? text]
    const forms = Object.entries(text).map(([category, form]) => [
      category,
      own[`${whole}.${category}`] ?? form,
    ])
    return [name, Object.fromEntries(forms)]
  })
  // The same names, each with a text of the kind that it had.
  return Object.fromEntries(replaced) as Dictionary<Words>
}
