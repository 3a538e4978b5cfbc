import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import type { WidgetLanguage } from '../words/widget-words.ts'

/** The rewards of both sides; null without any. */
export function offer({ referredReward, referrerReward }: Widget['program'], language: WidgetLanguage) {
  const sides = [
    [language.translate('friendGets'), referredReward],
    [language.translate('youGet'), referrerReward],
  ] as const
  const cells = sides.flatMap(([name, reward]) =>
    reward === null
      ? []
      : [element('div', {}, element('dt', {}, name), element('dd', {}, language.reward(reward)))],
  )
  return cells.length === 0 ? null : element('dl', { class: 'offer' }, ...cells)
}
