import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import { addressesIn } from './addresses-in.ts'
import type { WidgetContext } from './widget-context.ts'

const sentences = { busy: 'inviteBusy', session: 'sessionText', failed: 'failedText' } as const

/** A form for e-mails to friends, which the service sends; null where the program has none. */
export function invitations(
  { invitations: own }: Widget,
  { language: { translate }, announce, invite }: WidgetContext,
): HTMLElement | null {
  if (own === null) return null
  let remaining = own.remainingToday
  const name = element('input', {
    id: 'invite-name',
    type: 'text',
    autocomplete: 'given-name',
    maxlength: '40',
  })
  const nameField = element(
    'div',
    { hidden: !own.needsName },
    element('label', { for: name.id }, translate('inviteName')),
    element('div', { class: 'copy' }, name),
  )
  const field = element('textarea', {
    id: 'invite-addresses',
    rows: '3',
    dir: 'ltr',
    inputmode: 'email',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'none',
    'aria-describedby': 'invite-hint invite-results',
  })
  const hint = element('p', { id: 'invite-hint', class: 'soft' })
  const results = element('ul', { id: 'invite-results', role: 'list' })
  const button = element('button', { type: 'submit', class: 'plain' })
  show(false)

  function show(isBusy: boolean): void {
    button.ariaDisabled = isBusy ? 'true' : null
    button.textContent = translate(isBusy ? 'inviteSending' : 'inviteSend')
    hint.textContent =
      remaining === 0 ? translate('invited.TOO_MANY') : translate('inviteHint', { count: remaining })
  }

  function showResults(...lines: readonly HTMLElement[]): void {
    results.replaceChildren(...lines)
    announce(lines.map((it) => it.textContent).join(' '))
  }

  function showProblem(text: string): void {
    showResults(element('li', { class: 'problem' }, text))
    field.ariaInvalid = 'true'
    field.focus()
  }

  async function send(event: Event): Promise<void> {
    event.preventDefault()
    if (button.ariaDisabled === 'true') return
    const addresses = addressesIn(field.value)
    if (addresses.length === 0) return field.focus()
    if (addresses.length > remaining) return showProblem(hint.textContent ?? '')
    show(true)
    const invited = await invite(addresses, name.value.trim())
    if (typeof invited !== 'string') remaining = invited.remainingToday
    show(false)
    if (typeof invited === 'string') return showProblem(translate(sentences[invited]))
    const left = invited.results.filter(({ result }) => result !== 'ACCEPTED')
    const needsName = left.some(({ result }) => result === 'NAME_MISSING')
    field.value = left.map(({ email }) => email).join('\n')
    field.ariaInvalid = left.length > 0 ? 'true' : null
    name.ariaInvalid = needsName ? 'true' : null
    if (needsName) nameField.hidden = false
    showResults(
      ...invited.results.map(({ email, result }) =>
        element(
          'li',
          { class: result === 'ACCEPTED' ? 'soft' : 'problem' },
          element('bdi', { dir: 'ltr' }, email),
          `: ${translate(`invited.${result}`)}`,
        ),
      ),
    )
    if (needsName) name.focus()
    else if (left.length > 0) field.focus()
  }

  return element(
    'details',
    { class: 'disclosure' },
    element('summary', {}, translate('invite')),
    element(
      'form',
      { class: 'field', onsubmit: (event) => void send(event) },
      nameField,
      element('label', { for: field.id }, translate('inviteAddresses')),
      field,
      hint,
      results,
      element('p', { class: 'soft' }, translate('inviteNote')),
      button,
    ),
  )
}
