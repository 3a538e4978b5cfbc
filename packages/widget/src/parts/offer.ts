import type { Widget } from '@goodword/contract/widget'
import { element } from '../element.ts'
import type { Language } from '../words/language.ts'
import { rewardWords } from '../words/reward-words.ts'

/** What each side gets; null where neither does. */
export function offer({ referredReward, referrerReward }: Widget['program'], language: Language) {
  const sides = [
    [language.translate('friendGets'), referredReward],
    [language.translate('youGet'), referrerReward],
  ] as const
  const cells = sides.flatMap(([name, reward]) =>
    reward === null
      ? []
      : [element('div', {}, element('dt', {}, name), element('dd', {}, rewardWords(reward, language)))],
  )
  return cells.length === 0 ? null : element('dl', { class: 'offer' }, ...cells)
}
