import type { MailPreferences } from '@goodword/contract/mails/mail-preferences'
import { element } from '../element.ts'
import type { WidgetContext } from './widget-context.ts'

type KindBox = {
  readonly kind: MailPreferences['kinds'][number]['kind']
  readonly box: HTMLInputElement
}

/** The e-mail preferences of the user, requested when they are opened. A choice is saved at once. */
export function mailChoices(it: WidgetContext): HTMLElement {
  const { translate } = it.language
  const content = element('div', {}, element('p', { class: 'soft' }, translate('loading')))
  let isAsked = false
  const details = element(
    'details',
    { id: 'mails', ontoggle: () => void open() },
    element('summary', {}, translate('mails.title')),
    content,
  )
  return details

  async function open(): Promise<void> {
    if (!details.open || isAsked) return
    isAsked = true
    const preferences = await it.chooseMails({})
    // Opening it again asks again.
    isAsked = preferences !== null
    content.replaceChildren(
      ...(preferences === null ? [note(translate('failedTitle'))] : choicesOf(preferences)),
    )
  }

  function choicesOf({ subscribed, kinds }: MailPreferences): readonly HTMLElement[] {
    const offered = kinds.filter(({ sent, wanted }) => sent || !wanted)
    if (subscribed === null) return [note(translate('mails.noAddress'))]
    if (offered.length === 0) return [note(translate('mails.none'))]
    const boxes: readonly KindBox[] = offered.map(({ kind, wanted }) => ({
      kind,
      box: boxOf(`mail-${kind}`, wanted, () => ({
        unwanted: boxes.filter((each) => !each.box.checked).map((each) => each.kind),
      })),
    }))
    const all = boxOf('mail-all', subscribed, () => ({ subscribed: all.checked }))
    const list = element(
      'div',
      { role: 'group', 'aria-label': translate('mails.title'), hidden: !subscribed },
      ...boxes.map(({ kind, box }) => labelled(box, translate(`mails.kind.${kind}`))),
    )
    return [labelled(all, translate('mails.all')), list]

    /** A box whose choice is kept at once; it goes back where that failed. */
    function boxOf(id: string, isChecked: boolean, change: () => object): HTMLInputElement {
      const box = element('input', { type: 'checkbox', id, onchange: () => void choose() })
      box.checked = isChecked
      return box

      async function choose(): Promise<void> {
        box.disabled = true
        const isKept = (await it.chooseMails(change())) !== null
        box.disabled = false
        if (!isKept) box.checked = !box.checked
        list.hidden = !all.checked
        box.focus()
        it.announce(translate(isKept ? 'mails.saved' : 'failedTitle'))
      }
    }
  }
}

function note(text: string): HTMLElement {
  return element('p', { class: 'soft' }, text)
}

function labelled(box: HTMLInputElement, text: string): HTMLElement {
  return element('div', { class: 'choice' }, box, element('label', { for: box.id }, text))
}
