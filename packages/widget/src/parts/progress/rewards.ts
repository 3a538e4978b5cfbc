import type { Widget } from '@goodword/contract/pages/widget'
import type { Reward } from '@goodword/contract/rewards/reward'
import { element } from '../../element.ts'
import type { WidgetLanguage } from '../../words/widget-words.ts'
import { section } from '../section.ts'
import type { WidgetContext } from '../widget-context.ts'
import { type Part, pagedList } from './paged-list.ts'

type OwnProgress = Pick<Widget, 'rewards' | 'balances' | 'discount' | 'referrals'>

/** The rewards of the account: the sums first, then every single reward; null without any. */
export function rewards(
  { rewards: listed, balances, discount, referrals }: OwnProgress,
  it: WidgetContext,
): HTMLElement | null {
  if (listed === null || listed.count === 0) return null
  const { language } = it
  const { translate } = language
  const percentage = discount?.discountPercentage ?? 0
  const sums = [
    ...(percentage > 0 ? [sum(language.percent(percentage), translate('nextBill'))] : []),
    ...(balances ?? [])
      .filter((balance) => balance.available > 0)
      .map(({ available, unit }) => sum(language.amount(available, unit), translate('balance'))),
  ]
  return section(
    'rewards',
    translate('rewards'),
    sums.length === 0 ? null : element('ul', { role: 'list', class: 'sums' }, ...sums),
    allRewards(listed, new Map(referrals?.referrals.map(({ id, friendName }) => [id, friendName])), it),
  )
}

/** The names of friends by their referrals, as far as they are shown. */
type FriendNames = ReadonlyMap<string, string | null>

function sum(amount: string, label: string): HTMLElement {
  return element('li', {}, element('strong', {}, amount), ' ', element('span', {}, label))
}

function allRewards(
  listed: NonNullable<Widget['rewards']>,
  friends: FriendNames,
  it: WidgetContext,
): HTMLElement {
  const { language } = it
  const list = pagedList(
    {
      first: partOf(listed),
      row: (reward) => row(reward, friends, language),
      next: async (rewardsCursor) => {
        const loaded = await it.load({ rewardsCursor })
        return loaded.kind === 'loaded' && loaded.widget.rewards !== null
          ? partOf(loaded.widget.rewards)
          : null
      },
    },
    it,
  )
  const count =
    listed.totalCount === null ? `${language.number(listed.count)}+` : language.number(listed.totalCount)
  return element('details', {}, element('summary', {}, language.translate('allRewards', { count })), list)
}

function partOf({ rewards: entries, totalCount, nextCursor }: NonNullable<Widget['rewards']>): Part<Reward> {
  return { entries, total: totalCount, nextCursor }
}

function row(reward: Reward, friends: FriendNames, language: WidgetLanguage): HTMLElement {
  const [status = 'PENDING'] = reward.statuses
  const dates = datesOf(reward, language)
  const friend = friends.get(reward.referralId ?? '') ?? null
  const source = sourceOf(reward, language)
  return element(
    'div',
    { class: 'row' },
    element(
      'div',
      { class: 'facts' },
      element('p', { class: 'name' }, language.reward(reward)),
      element('p', { class: 'soft' }, friend === null ? source : `${source}: ${friend}`),
    ),
    element(
      'div',
      { class: 'stand' },
      element('p', { class: `status ${status.toLowerCase()}` }, language.translate(`reward.${status}`)),
      dates === '' ? null : element('p', { class: 'soft' }, dates),
    ),
  )
}

function sourceOf(
  { rewardSource, milestoneFriends: count = 0 }: Reward,
  { translate }: WidgetLanguage,
): string {
  return rewardSource === 'MILESTONE'
    ? translate('milestoneSource', { count })
    : translate(`source.${rewardSource}`)
}

/** When a reward begins or ends, as far as it is ahead; empty for one without a date. */
export function datesOf(
  { statuses, dateScheduledFor, dateExpires, dateBegins }: Reward,
  { translate, date }: WidgetLanguage,
): string {
  if (statuses.includes('PENDING') && dateScheduledFor !== null) {
    return translate('rewardFrom', { date: date(dateScheduledFor) })
  }
  if (dateBegins !== undefined && dateBegins !== null)
    return translate('rewardFrom', { date: date(dateBegins) })
  return statuses.includes('AVAILABLE') && dateExpires !== null
    ? translate('rewardUntil', { date: date(dateExpires) })
    : ''
}
