import type { Widget } from '@goodword/contract/widget'
import { element } from '../element.ts'
import { section } from './section.ts'
import type { WidgetContext } from './widget-context.ts'

type Leaderboard = NonNullable<Widget['leaderboard']>

/** The user's place, those who agreed to be shown, and the user's own choice. */
export function leaderboard({ rank, isShown, leaders }: Leaderboard, it: WidgetContext): HTMLElement {
  const { translate, number } = it.language
  const rows = leaders.map((leader) =>
    element(
      'li',
      {},
      element('span', { class: 'rank' }, number(leader.rank)),
      element('span', {}, leader.firstName),
    ),
  )
  return section(
    'leaderboard',
    translate('leaderboard'),
    element('p', {}, rank === null ? translate('noPlace') : translate('place', { rank: number(rank) })),
    rows.length === 0
      ? element('p', { class: 'soft' }, translate('leaderboardEmpty'))
      : element('ul', { role: 'list', class: 'leaders' }, ...rows),
    choice(isShown, it),
  )
}

function choice(isShown: boolean, { language, announce, showName }: WidgetContext): HTMLElement {
  const { translate } = language
  const box = element('input', {
    type: 'checkbox',
    id: 'show-name',
    'aria-describedby': 'show-name-hint',
    onchange: () => void choose(),
  })
  box.checked = isShown
  return element(
    'div',
    { class: 'choice' },
    box,
    element('label', { for: box.id }, translate('showName')),
    element('p', { id: 'show-name-hint', class: 'soft' }, translate('showNameHint')),
  )

  async function choose(): Promise<void> {
    const isWanted = box.checked
    box.disabled = true
    const isKept = await showName(isWanted)
    box.disabled = false
    box.checked = isKept ?? !isWanted
    box.focus()
    announce(translate(isKept === null ? 'failedTitle' : isKept ? 'nameShown' : 'nameHidden'))
  }
}
