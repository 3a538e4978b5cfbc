import { rewards } from './areas/rewards.ts'
import { type DateStyle, type Language, languageOf } from './language.ts'
import { chooseLocale } from './languages.ts'
import type { Area, English } from './translation.ts'

/**
 * A part of the product in the first of these languages that there are words in, else in English. For code that has all
 * languages at hand; the widget loads one alone.
 */
export function speak<Words extends English>(
  area: Area<Words>,
  tags: readonly (string | null | undefined)[],
  dateStyle?: DateStyle,
): Language<Words> {
  const locale = chooseLocale(tags)
  return languageOf<Words>(locale, area[locale.language], rewards[locale.language], dateStyle)
}
