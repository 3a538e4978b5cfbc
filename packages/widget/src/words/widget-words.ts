import type { rewards } from '@goodword/contract/words/en/rewards'
import type { widget } from '@goodword/contract/words/en/widget'
import { type Language, languageOf } from '@goodword/contract/words/language'
import { chooseLocale, type LanguageTag } from '@goodword/contract/words/languages'
import { type OwnWords, withOwnWords } from '@goodword/contract/words/own-words'
import type { Dictionary } from '@goodword/contract/words/translation'

/** The words of one language, as a file of the service has them. */
export type WidgetWords = {
  readonly language: LanguageTag
  readonly widget: Dictionary<typeof widget>
  readonly rewards: Dictionary<typeof rewards>
}

/** The widget's words with the formats of numbers and dates. */
export type WidgetLanguage = Language<typeof widget> & {
  /** The visitor's own locale, which the merchant may have texts in. */
  readonly visitorLocale: string
}

/** Numbers and dates are those of the visitor's region where the words are in the visitor's language. */
export function widgetLanguage(words: WidgetWords, own: OwnWords, visitorLocale: string): WidgetLanguage {
  const visitor = chooseLocale([visitorLocale])
  const locale = visitor.language === words.language ? visitor : chooseLocale([words.language])
  const language = languageOf<typeof widget>(
    locale,
    withOwnWords('widget', words.widget, own),
    withOwnWords('rewards', words.rewards, own),
  )
  return { ...language, visitorLocale }
}
