import { rewards } from './areas/rewards.ts'
import { type DateStyle, type Language, languageOf } from './language.ts'
import { chooseLocale, knownLanguage } from './languages.ts'
import { type OwnWords, ownWordsFor, withOwnWords } from './own-words.ts'
import type { Area, English } from './translation.ts'

/** The texts of a program, and the name of the part that the merchant may have own words for. */
export type OwnTexts = {
  readonly part: string
  readonly texts: Readonly<Record<string, { readonly words?: OwnWords | undefined }>>
}

/**
 * A part of the product in the first of these languages that there are words in, else in English. For code that has all
 * languages at hand; the widget loads one alone. With the texts of a program, its own words are in the place of ours.
 */
export function speak<Words extends English>(
  area: Area<Words>,
  tags: readonly (string | null | undefined)[],
  dateStyle?: DateStyle,
  { part, texts }: OwnTexts = { part: '', texts: {} },
): Language<Words> {
  const locale = chooseLocale(tags)
  const { language } = locale
  // A merchant may have words in a language that there are none in: the first that is asked for.
  const own = ownWordsFor(texts, knownLanguage(tags[0]) === null ? (tags[0] ?? '') : locale.locale)
  const words = withOwnWords(part, area[language], own)
  return languageOf<Words>(locale, words, withOwnWords('rewards', rewards[language], own), dateStyle)
}
