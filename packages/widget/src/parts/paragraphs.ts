import { element } from '../element.ts'
import type { MerchantText } from '../words/merchant-texts.ts'

/** A text of the merchant’s; its lines stay lines. */
export function paragraphs({ text, locale }: MerchantText, style: string): HTMLElement {
  return element('p', { class: `${style} lines`, lang: locale }, text)
}
