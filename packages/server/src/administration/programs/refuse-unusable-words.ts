import { Refusal } from '@goodword/contract/frame/refusal'
import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import { ownWordFault } from '@goodword/contract/words/own-word-fault'

/**
 * Refuses words of a merchant's that would replace nothing, or that would lose or show a placeholder.
 *
 * Throws a Refusal VALIDATION_FAILED that names the field and the placeholder.
 */
export function refuseUnusableWords(texts: WidgetTexts): void {
  for (const [locale, { words = {} }] of Object.entries(texts)) {
    for (const [name, text] of Object.entries(words)) {
      const fault = ownWordFault(locale, name, text)
      if (fault === null) continue
      const param = `texts.${locale}.words.${name}`
      throw new Refusal('VALIDATION_FAILED', `"${param}" ${fault}.`, param)
    }
  }
}
