import type { LocaleMailTexts } from '@goodword/contract/mail-texts'

/** The texts of a merchant in the first of these languages that has what is looked for: the chosen one, its language, English. */
export function merchantText<Found>(
  texts: Readonly<Record<string, LocaleMailTexts>>,
  chosen: string,
  find: (texts: LocaleMailTexts) => Found | undefined,
): Found | null {
  for (const locale of [chosen, chosen.split('-')[0] ?? '', 'en']) {
    const own = Object.hasOwn(texts, locale) ? texts[locale] : undefined
    const found = own === undefined ? undefined : find(own)
    if (found !== undefined) return found
  }
  return null
}
