import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import type { WidgetContext } from './widget-context.ts'

const sentences = { taken: 'codeTaken', wrong: 'codeRule', failed: 'failedText' } as const

/** A form for a code of the user's own choice; null where there is none to choose. */
export function codeChoice(
  { codeChoicesLeft: left }: Widget,
  { language: { translate }, announce, chooseCode }: WidgetContext,
): HTMLElement | null {
  if (left === null || left === 0) return null
  const problem = element('p', { id: 'new-code-problem', class: 'problem' })
  const input = element('input', {
    id: 'new-code',
    type: 'text',
    required: true,
    minlength: '4',
    maxlength: '20',
    dir: 'ltr',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'characters',
    'aria-describedby': 'new-code-rule new-code-problem',
  })
  const button = element('button', { type: 'submit', class: 'plain' }, translate('useCode'))

  async function choose(event: Event): Promise<void> {
    event.preventDefault()
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    const choice = await chooseCode(input.value)
    button.ariaDisabled = null
    if (choice === 'chosen') {
      announce(translate('codeChanged'))
      return
    }
    problem.textContent = translate(sentences[choice])
    announce(problem.textContent)
    input.setAttribute('aria-invalid', 'true')
    input.focus()
  }

  return element(
    'details',
    { class: 'disclosure' },
    element('summary', {}, translate('chooseCode')),
    element(
      'form',
      { class: 'field', onsubmit: (event) => void choose(event) },
      element('label', { for: 'new-code' }, translate('newCode')),
      element('div', { class: 'copy' }, input, button),
      element(
        'p',
        { id: 'new-code-rule', class: 'soft' },
        `${translate('codeRule')} ${translate('codesLeft', { count: left })}`,
      ),
      problem,
    ),
  )
}
