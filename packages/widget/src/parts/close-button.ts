import { element } from '../element.ts'
import { icon } from './icon.ts'
import type { WidgetContext } from './widget-context.ts'

export function closeButton({ language, host }: Pick<WidgetContext, 'language' | 'host'>): HTMLElement {
  const label = language.translate('close')
  return element(
    'button',
    { type: 'button', class: 'close', 'aria-label': label, title: label, onclick: () => host.close() },
    icon('close'),
  )
}
