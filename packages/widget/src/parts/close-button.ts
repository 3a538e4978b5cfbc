import { element } from '../element.ts'
import { icon } from './icon.ts'
import type { Surroundings } from './surroundings.ts'

export function closeButton({ language, host }: Pick<Surroundings, 'language' | 'host'>): HTMLElement {
  const label = language.say('close')
  return element(
    'button',
    { type: 'button', class: 'close', 'aria-label': label, title: label, onclick: () => host.close() },
    icon('close'),
  )
}
