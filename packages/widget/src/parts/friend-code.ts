import { element } from '../element.ts'
import { section } from './section.ts'
import type { WidgetContext } from './widget-context.ts'

/** The form for a customer who signed up without the friend's code; it counts until the first payment. */
export function friendCode({ language, enter, announce }: WidgetContext): HTMLElement {
  const { translate } = language
  const input = element('input', {
    id: 'friend-code',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    dir: 'ltr',
    // A share link has room too.
    maxlength: '4096',
    'aria-describedby': 'friend-code-note',
  })
  const note = element('p', { id: 'friend-code-note', class: 'soft' }, translate('friendCode.hint'))
  const button = element('button', { type: 'submit', class: 'plain' }, translate('friendCode.apply'))
  const form = element(
    'form',
    { class: 'field', onsubmit: (event) => void submit(event) },
    element('label', { for: 'friend-code' }, translate('friendCode.label')),
    element('div', { class: 'copy' }, input, button),
    note,
  )

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const code = input.value.trim()
    if (code === '') return input.focus()
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    const entered = await enter(code)
    button.ariaDisabled = null
    const text = entered.kind === 'applied' ? entered.text : translate(`friendCode.${entered.kind}`)
    announce(text)
    note.textContent = text
    input.ariaInvalid = entered.kind === 'applied' ? null : 'true'
    if (entered.kind !== 'applied') return input.focus()
    note.tabIndex = -1
    form.replaceChildren(note)
    note.focus()
  }

  return section('friend', translate('friendCode.title'), form)
}
