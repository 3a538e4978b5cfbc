/**
 * The languages that there are words in, with the plural categories that each has (those of `Intl.PluralRules`).
 *
 * How they address the reader, in all texts but those that a referrer sends to a friend (`shareMessage`), which are
 * informal everywhere: `de` Sie, `fr` vous, `es` tú, `it` tu, `nl` je, `pt` você (the words of Brazil), `pl` informal and
 * without forms that tell men from women, `ja` です・ます, `ar` verbal nouns (نسخ الرابط) instead of imperatives, which have a gender.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr', plurals: ['one', 'other'] },
  de: { name: 'Deutsch', direction: 'ltr', plurals: ['one', 'other'] },
  fr: { name: 'Français', direction: 'ltr', plurals: ['one', 'many', 'other'] },
  es: { name: 'Español', direction: 'ltr', plurals: ['one', 'many', 'other'] },
  it: { name: 'Italiano', direction: 'ltr', plurals: ['one', 'many', 'other'] },
  nl: { name: 'Nederlands', direction: 'ltr', plurals: ['one', 'other'] },
  pt: { name: 'Português', direction: 'ltr', plurals: ['one', 'many', 'other'] },
  pl: { name: 'Polski', direction: 'ltr', plurals: ['one', 'few', 'many', 'other'] },
  ja: { name: '日本語', direction: 'ltr', plurals: ['other'] },
  ar: { name: 'العربية', direction: 'rtl', plurals: ['zero', 'one', 'two', 'few', 'many', 'other'] },
} as const satisfies Readonly<Record<string, LanguageFacts>>

export type Direction = 'ltr' | 'rtl'

type LanguageFacts = {
  /** Its name in the language itself. */
  readonly name: string
  readonly direction: Direction
  readonly plurals: readonly Intl.LDMLPluralRule[]
}

export type LanguageTag = keyof typeof languages

export const languageTags = Object.keys(languages) as readonly LanguageTag[]

/** The language of a tag as browsers and merchants write it (`pt-BR`, `de_AT`); null if there are no words in it. */
export function knownLanguage(tag: string | null | undefined): LanguageTag | null {
  const language = (tag ?? '').split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  return isLanguageTag(language) ? language : null
}

function isLanguageTag(text: string): text is LanguageTag {
  return Object.hasOwn(languages, text)
}

/** The direction of any language, also of one that only a merchant has texts in. */
export function directionOf(tag: string): Direction {
  return RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr'
}

// Browsers do not all have `Intl.Locale.getTextInfo()`.
const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?![a-z])/i

/** A language that there are words in, and the locale of its numbers and dates, which may name a region. */
export type Locale = { readonly language: LanguageTag; readonly locale: string }

/** The first of these tags that there are words in; English when there are none in any. */
export function chooseLocale(tags: readonly (string | null | undefined)[]): Locale {
  for (const tag of tags) {
    const language = knownLanguage(tag)
    if (language !== null) return { language, locale: parseLocale(tag ?? '') ?? language }
  }
  return { language: 'en', locale: 'en' }
}

const MAX_LOCALE_LENGTH = 64

// Parsing takes about 10 µs, more than the rest of most calls that bring a language.
const parsed = new Map<string, string | null>()
const MAX_PARSED = 1000

/**
 * A language tag in its canonical form: merchants write `de_at` as well as `de-AT`. Null for an invalid one, such as
 * `de-x`.
 */
export function parseLocale(text: string): string | null {
  if (text.length > MAX_LOCALE_LENGTH) return null
  const known = parsed.get(text)
  if (known !== undefined) return known
  if (parsed.size === MAX_PARSED) parsed.clear()
  const canonical = canonicalLocale(text)
  parsed.set(text, canonical)
  return canonical
}

function canonicalLocale(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
