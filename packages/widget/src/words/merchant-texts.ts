import type { LocaleTexts, WidgetTexts } from '@goodword/contract/pages/widget-texts'

type VisitorLanguage = { readonly visitorLocale: string; readonly language: string }

/** A text of the merchant's, with the language that it is in. */
export type MerchantText = { readonly text: string; readonly locale: string }

/** The merchant's text of a name: in the visitor's locale, else its language, else that of the words, else English; null if there is none. */
export function merchantText(
  texts: WidgetTexts,
  { visitorLocale, language }: VisitorLanguage,
  name: Exclude<keyof LocaleTexts, 'words'>,
): MerchantText | null {
  for (const known of [visitorLocale, visitorLocale.split('-')[0] ?? '', language, 'en']) {
    const text = Object.hasOwn(texts, known) ? texts[known]?.[name]?.trim() : undefined
    if (text) return { text, locale: known }
  }
  return null
}
