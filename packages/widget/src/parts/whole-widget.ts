import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import type { WidgetLanguage } from '../words/widget-words.ts'
import { codeChoice } from './code-choice.ts'
import { copyField } from './copy-field.ts'
import { friendCode } from './friend-code.ts'
import { closedHeader, header } from './header.ts'
import { invitations } from './invitations.ts'
import { mailChoices } from './mail-choices.ts'
import { figures, milestones } from './progress/figures.ts'
import { leaderboard } from './progress/leaderboard.ts'
import { referrals } from './progress/referrals.ts'
import { rewards } from './progress/rewards.ts'
import { qrCode } from './qr-code.ts'
import { section } from './section.ts'
import { shareButtons } from './share-buttons.ts'
import { terms } from './terms.ts'
import type { WidgetContext } from './widget-context.ts'

/** The loaded widget: sharing if the code is valid and, for signed calls, referrals and rewards. */
export function wholeWidget(widget: Widget, it: WidgetContext): HTMLElement {
  const works = widget.codeFault === null
  const parts = [
    element('div', { class: 'invitation' }, ...(works ? invitation(widget, it) : [closedHeader(widget, it)])),
    widget.canEnterCode ? friendCode(it) : null,
    progress(widget, it),
    widget.referrals === null ? null : mailChoices(it),
    terms(widget.program, it),
  ]
  return element('div', { class: 'parts' }, ...parts)
}

/** A code that cannot be used earns nothing more: only reached figures are shown. */
function figuresOf(all: NonNullable<Widget['figures']>, fault: Widget['codeFault']) {
  if (fault === null) return all
  return { ...all, nextReward: null, milestones: all.milestones.filter((it) => it.reached) }
}

function invitation(widget: Widget, it: WidgetContext): readonly (Node | null)[] {
  const { translate } = it.language
  const link = copyField(
    {
      name: 'link',
      label: translate('link'),
      value: widget.shareLinks.direct,
      button: translate('copyLink'),
      isMain: true,
    },
    it,
  )
  const code = copyField(
    {
      name: 'code',
      label: translate('code'),
      value: widget.referralCode,
      button: translate('copyCode'),
      isMain: false,
    },
    it,
  )
  const sharing = section(
    'share',
    translate('shareHeading'),
    link,
    shareButtons(widget, it),
    invitations(widget, it),
    code,
    codeChoice(widget, it),
    qrCode(widget, it),
  )
  const note =
    widget.referrals === null ? element('p', { class: 'soft note' }, translate('unsignedNote')) : null
  return [header(widget, it), offer(widget.program, it.language), sharing, note]
}

/** Null for an unsigned caller, and where there is nothing and no way to get anything. */
function progress(widget: Widget, it: WidgetContext): HTMLElement | null {
  if (widget.referrals === null) return null
  const hasReferrals = widget.referrals.count > 0
  const reached = widget.figures === null ? null : figuresOf(widget.figures, widget.codeFault)
  const sections = [
    reached === null ? null : figures(reached, widget.program, it),
    reached === null ? null : milestones(reached.milestones, it),
    rewards(widget, it),
    hasReferrals || widget.codeFault === null ? referrals(widget.referrals, it) : null,
    widget.leaderboard === null ? null : leaderboard(widget.leaderboard, it),
  ]
  return sections.every((it) => it === null) ? null : element('div', { class: 'progress' }, ...sections)
}

/** The rewards of both sides; null without any. */
function offer({ referredReward, referrerReward }: Widget['program'], language: WidgetLanguage) {
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
