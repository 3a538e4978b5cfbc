import type { LocaleTexts, WidgetTexts } from '@goodword/contract/widget-texts'

/** A text of the merchant's, with the language that it is in. */
export type MerchantText = { readonly text: string; readonly locale: string }

/** The merchant's text of a name: in this locale, else its language, else English; null if there is none. */
export function merchantText(
  texts: WidgetTexts,
  locale: string,
  name: keyof LocaleTexts,
): MerchantText | null {
  for (const known of [locale, locale.split('-')[0] ?? '', 'en']) {
    const text = Object.hasOwn(texts, known) ? texts[known]?.[name]?.trim() : undefined
    if (text) return { text, locale: known }
  }
  return null
}
