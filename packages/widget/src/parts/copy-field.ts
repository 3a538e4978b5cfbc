import { element } from '../element.ts'
import { icon } from './icon.ts'
import type { WidgetContext } from './widget-context.ts'

type CopyField = {
  readonly name: 'link' | 'code'
  readonly label: string
  readonly value: string
  readonly button: string
  readonly isMain: boolean
}

const SHOWN_MS = 2500

/** A text with a button that copies it. */
export function copyField(field: CopyField, { language, host, announce }: WidgetContext): HTMLElement {
  const input = element('input', {
    id: field.name,
    type: 'text',
    readonly: true,
    value: field.value,
    dir: 'ltr',
    spellcheck: 'false',
    onfocus: () => input.select(),
  })
  const text = element('span', {}, field.button)
  const button = element(
    'button',
    { type: 'button', class: field.isMain ? 'main' : 'plain', onclick: () => void copy() },
    icon('copy'),
    text,
  )
  let shown = 0

  async function copy(): Promise<void> {
    const isCopied = await copyText(input)
    const message = language.translate(isCopied ? 'copied' : 'selected')
    announce(message)
    if (!isCopied) return
    button.focus()
    host.happened('copied', { what: field.name })
    text.textContent = message
    button.firstElementChild?.replaceWith(icon('done'))
    clearTimeout(shown)
    shown = window.setTimeout(() => {
      text.textContent = field.button
      button.firstElementChild?.replaceWith(icon('copy'))
    }, SHOWN_MS)
  }

  return element(
    'div',
    { class: 'field' },
    element('label', { for: field.name }, field.label),
    element('div', { class: 'copy' }, input, button),
  )
}

/**
 * Copies the text of a field. Returns false if the embedding page does not allow access to the clipboard: the text is
 * then selected, so that it can be copied by hand.
 */
async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Refused to frames without leave, and unknown outside of secure pages.
    field.focus()
    field.select()
    // Deprecated, and still what works in such a frame.
    return document.execCommand('copy')
  }
}
