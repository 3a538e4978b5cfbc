import { rewards } from '@goodword/contract/words/areas/rewards'
import { widget } from '@goodword/contract/words/areas/widget'
import { chooseLocale } from '@goodword/contract/words/languages'
import type { WidgetWords } from '../words/widget-words.ts'

/** The preview has the words of every language: which one it shows changes while it is open. */
export function allWords(locale: string): WidgetWords {
  const { language } = chooseLocale([locale])
  return { language, widget: widget[language], rewards: rewards[language] }
}
