import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../../element.ts'
import type { WidgetLanguage } from '../../words/widget-words.ts'
import { icon } from '../icon.ts'
import { section } from '../section.ts'
import type { WidgetContext } from '../widget-context.ts'

type Figures = NonNullable<Widget['figures']>
type Milestone = Figures['milestones'][number]

/** The figures of the user's code, the distance to the next reward, and the limit; null without any. */
export function figures(
  it: Figures,
  program: Widget['program'],
  { language }: WidgetContext,
): HTMLElement | null {
  const parts = [
    counts(it, language),
    nextReward(it, program, language),
    queued(it, language),
    limit(it, language),
  ]
  return parts.every((part) => part === null)
    ? null
    : section('figures', language.translate('figures'), ...parts)
}

/** Null for a user without clicks and friends: zeros say nothing. */
function counts(
  { clicks, visitors, inProgress, converted, ended, saved, shared }: Figures,
  { translate, number, locale }: WidgetLanguage,
): HTMLElement | null {
  const labelled = [
    [translate('clicks'), clicks],
    [translate('visitors'), visitors],
    [translate('inProgress'), inProgress],
    [translate('joined'), converted],
    [translate('left'), ended],
  ] as const
  const cells = [
    ...labelled.flatMap(([label, count]) => (count > 0 ? [cell(label, number(count))] : [])),
    ...saved.map(({ amount, currency }) => cell(translate('saved'), money(amount, currency, locale))),
    ...shared.flatMap(({ amount, owed, currency }) => [
      cell(translate('shared'), money(amount, currency, locale)),
      ...(owed > 0 ? [cell(translate('owedShares'), money(owed, currency, locale))] : []),
    ]),
  ]
  return cells.length === 0 ? null : element('dl', { class: 'sums' }, ...cells)
}

export function money(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
}

function cell(label: string, value: string): HTMLElement {
  return element('div', {}, element('dt', {}, label), element('dd', {}, value))
}

function nextReward(
  { nextReward: next, rewardLimit, milestones }: Figures,
  { referrerReward }: Widget['program'],
  language: WidgetLanguage,
): HTMLElement | null {
  if (next === null) return null
  const isForFriend = rewardLimit === null || rewardLimit.rewards < rewardLimit.maximum
  const reward = (isForFriend ? referrerReward : null) ?? milestones.find((it) => !it.reached)?.reward
  return element(
    'p',
    { class: 'next' },
    element('strong', {}, language.translate('nextReward', { count: next.friendsToGo })),
    ...(reward === undefined ? [] : [' ', element('span', { class: 'soft' }, language.reward(reward))]),
  )
}

/** How many discounts wait, and when the next one begins: "2 discounts wait their turn. The next one begins with your bill of 3 Mar 2026." */
function queued({ queued: queue }: Figures, { translate, date }: WidgetLanguage): HTMLElement | null {
  if (queue === null) return null
  const { waiting: count, dateNextBegins: next, isByBill } = queue
  const begin = next === null ? null : translate(isByBill ? 'queuedBill' : 'queuedFrom', { date: date(next) })
  return element(
    'p',
    {},
    element('strong', {}, translate('queued', { count })),
    ...(begin === null ? [] : ['. ', element('span', { class: 'soft' }, begin)]),
  )
}

function limit({ rewardLimit }: Figures, { translate, number }: WidgetLanguage): HTMLElement | null {
  if (rewardLimit === null) return null
  const { rewards, maximum } = rewardLimit
  const used = translate('rewardLimit', { used: number(rewards), maximum: number(maximum) })
  const text = rewards < maximum ? used : `${used}. ${translate('rewardLimitReached')}`
  return element('p', { class: 'soft' }, text)
}

/** The milestones as a list, with what each gives and how far it is; null in a program without any. */
export function milestones(listed: readonly Milestone[], { language }: WidgetContext): HTMLElement | null {
  if (listed.length === 0) return null
  const rows = listed.map((it) => element('li', {}, milestone(it, language)))
  return section(
    'milestones',
    language.translate('milestones'),
    element('ol', { role: 'list', class: 'rows' }, ...rows),
  )
}

function milestone({ friends, reached, friendsToGo, reward }: Milestone, language: WidgetLanguage) {
  const { translate } = language
  const state = reached ? translate('milestoneReached') : translate('milestoneToGo', { count: friendsToGo })
  return element(
    'div',
    { class: 'row' },
    element(
      'span',
      { class: reached ? 'initial reached' : 'initial', 'aria-hidden': 'true' },
      reached ? icon('done') : language.number(friends),
    ),
    element(
      'div',
      { class: 'facts' },
      element('p', { class: 'name' }, translate('milestone', { count: friends })),
      element('p', { class: 'soft' }, language.reward(reward)),
    ),
    element(
      'div',
      { class: 'stand' },
      element('p', { class: `status ${reached ? 'available' : 'pending'}` }, state),
    ),
  )
}
