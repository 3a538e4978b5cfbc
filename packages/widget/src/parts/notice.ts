import { element } from '../element.ts'
import type { Loaded } from '../page/load-widget.ts'
import type { WidgetLanguage } from '../words/widget-words.ts'
import { closeButton } from './close-button.ts'
import type { WidgetContext } from './widget-context.ts'

type Around = Pick<WidgetContext, 'language' | 'host' | 'isPopup'>

/** A skeleton while the data is loading. */
export function loadingNotice(it: Around): readonly HTMLElement[] {
  const bars = ['title', 'text', 'text', 'box', 'text'].map((kind) =>
    element('div', { class: `bar ${kind}` }),
  )
  return [
    element(
      'div',
      { class: 'loading' },
      it.isPopup ? closeButton(it) : null,
      element(
        'div',
        { class: 'unseen', role: 'status' },
        element('h1', {}, it.language.translate('loading')),
      ),
      element('div', { 'aria-hidden': 'true' }, ...bars),
    ),
  ]
}

/** Why there is nothing to show, and a way to try again where that can help. */
export function failureNotice(
  { kind }: Exclude<Loaded, { kind: 'loaded' }>,
  it: Around,
  retry: () => void,
): readonly HTMLElement[] {
  const { translate } = it.language
  return [
    element(
      'div',
      { class: 'notice', role: 'alert' },
      element('h1', { tabindex: '-1' }, translate(`${kind}Title`)),
      it.isPopup ? closeButton(it) : null,
      element('p', { class: 'soft' }, translate(`${kind}Text`)),
      kind === 'failed' || kind === 'offline'
        ? element('button', { type: 'button', class: 'main', onclick: retry }, translate('retry'))
        : null,
    ),
  ]
}

/** Shown if the page is opened outside of a frame. */
export function aloneNotice({ translate }: WidgetLanguage): readonly HTMLElement[] {
  return [element('div', { class: 'notice' }, element('p', {}, translate('aloneText')))]
}
