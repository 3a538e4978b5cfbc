import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../../element.ts'
import { section } from '../section.ts'
import type { WidgetContext } from '../widget-context.ts'

type Leaderboard = NonNullable<Widget['leaderboard']>

/** The user's place, those who agreed to be shown, and the user's own choice, which the list follows at once. */
export function leaderboard({ rank, isShown, leaders }: Leaderboard, it: WidgetContext): HTMLElement {
  const { translate, number } = it.language
  let list = listOf(leaders, it.language)

  async function followChoice(): Promise<void> {
    const loaded = await it.load({})
    if (loaded.kind !== 'loaded' || loaded.widget.leaderboard === null) return
    const next = listOf(loaded.widget.leaderboard.leaders, it.language)
    list.replaceWith(next)
    list = next
  }

  return section(
    'leaderboard',
    translate('leaderboard'),
    element('p', {}, rank === null ? translate('noPlace') : translate('place', { rank: number(rank) })),
    list,
    choice(isShown, it, followChoice),
  )
}

function listOf(
  leaders: Leaderboard['leaders'],
  { translate, number }: WidgetContext['language'],
): HTMLElement {
  const rows = leaders.map(({ rank, firstName }) =>
    element('li', {}, element('span', { class: 'rank' }, number(rank)), element('span', {}, firstName)),
  )
  return rows.length === 0
    ? element('p', { class: 'soft' }, translate('leaderboardEmpty'))
    : element('ul', { role: 'list', class: 'leaders' }, ...rows)
}

function choice(
  isShown: boolean,
  { language, announce, showName }: WidgetContext,
  followChoice: () => Promise<void>,
): HTMLElement {
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
    if (isKept !== null) await followChoice()
  }
}
