import type { OwnReferral, Widget } from '@goodword/contract/pages/widget'
import { element } from '../../element.ts'
import type { WidgetLanguage } from '../../words/widget-words.ts'
import { icon } from '../icon.ts'
import { section } from '../section.ts'
import type { WidgetContext } from '../widget-context.ts'
import { money } from './figures.ts'
import { type Part, pagedList } from './paged-list.ts'
import { datesOf } from './rewards.ts'

/** The referrals of the user, with their status. */
export function referrals(listed: NonNullable<Widget['referrals']>, it: WidgetContext): HTMLElement {
  const { translate } = it.language
  if (listed.count === 0) {
    return section(
      'referrals',
      translate('referrals'),
      element('p', { class: 'empty' }, icon('friend'), translate('referralsEmpty')),
    )
  }
  const list = pagedList(
    {
      first: partOf(listed),
      row: (referral) => row(referral, it.language),
      next: async (referralsCursor) => {
        const loaded = await it.load({ referralsCursor })
        return loaded.kind === 'loaded' && loaded.widget.referrals !== null
          ? partOf(loaded.widget.referrals)
          : null
      },
    },
    it,
  )
  return section('referrals', translate('referrals'), list)
}

function partOf({ referrals, totalCount, nextCursor }: NonNullable<Widget['referrals']>): Part<OwnReferral> {
  return { entries: referrals, total: totalCount, nextCursor }
}

function row(referral: OwnReferral, language: WidgetLanguage): HTMLElement {
  const name = referral.friendName ?? language.translate('friend')
  const { status, reward } = referral
  const reason = reasonText(referral, language)
  return element(
    'div',
    { class: 'row' },
    element('span', { class: 'initial', 'aria-hidden': 'true' }, initialOf(referral)),
    element(
      'div',
      { class: 'facts' },
      element('p', { class: 'name' }, name),
      ...(reward === null ? [] : [language.reward(reward), datesOf(reward, language)])
        .filter((it) => it !== '')
        .map((it) => element('p', { class: 'soft' }, it)),
      ...referral.shared.map(({ amount, currency }) => {
        const text = language.translate('sharedByFriend', {
          amount: money(amount, currency, language.locale),
        })
        return element('p', { class: 'soft' }, text)
      }),
      reason === null ? null : element('p', { class: 'soft' }, reason),
      appealLink(referral, language),
    ),
    element(
      'div',
      { class: 'stand' },
      element('p', { class: `status ${status.toLowerCase()}` }, language.translate(`status.${status}`)),
      element('p', { class: 'soft' }, language.date(sinceWhen(referral))),
    ),
  )
}

/** Why there is no reward yet; of a check also until when it takes. */
function reasonText({ reason, dateReviewEnds }: OwnReferral, language: WidgetLanguage): string | null {
  if (reason === null) return null
  return reason === 'MODERATION' && dateReviewEnds !== null
    ? language.translate('reason.MODERATION.until', { date: language.date(dateReviewEnds) })
    : language.translate(`reason.${reason}`)
}

/** Where the referrer can write, once, about a referral that is checked. */
function appealLink({ appealUrl }: OwnReferral, { translate }: WidgetLanguage): HTMLElement | null {
  if (appealUrl === null) return null
  const name = translate('appeal')
  const address = {
    href: appealUrl,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': translate('newTab', { name }),
  }
  return element('p', {}, element('a', address, name))
}

function initialOf({ friendName }: OwnReferral): string | Node {
  const [initial] = friendName ?? ''
  return initial ?? icon('friend')
}

/** When it got its current status. */
function sinceWhen({ dateConverted, dateReferralEnded, dateReferralStarted }: OwnReferral): number {
  return dateReferralEnded ?? dateConverted ?? dateReferralStarted
}
