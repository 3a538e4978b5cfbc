import type { Widget } from '@goodword/contract/widget'
import { element } from '../element.ts'
import { copyField } from './copy-field.ts'
import { header } from './header.ts'
import { offer } from './offer.ts'
import { referrals } from './referrals.ts'
import { rewards } from './rewards.ts'
import { section } from './section.ts'
import { shareButtons } from './share-buttons.ts'
import type { Surroundings } from './surroundings.ts'
import { terms } from './terms.ts'

/** The widget as it stands: what to share and, for a signed caller, what has come of it. */
export function wholeWidget(widget: Widget, it: Surroundings): HTMLElement {
  const { say } = it.language
  const link = copyField(
    {
      name: 'link',
      label: say('link'),
      value: widget.shareLinks.direct,
      button: say('copyLink'),
      isMain: true,
    },
    it,
  )
  const code = copyField(
    { name: 'code', label: say('code'), value: widget.referralCode, button: say('copyCode'), isMain: false },
    it,
  )
  const sharing = section('share', say('shareHeading'), link, shareButtons(widget, it), code)
  const note = widget.referrals === null ? element('p', { class: 'soft note' }, say('unsignedNote')) : null
  const invitation = [header(widget, it), offer(widget.program, it.language), sharing, note]
  const parts = [
    element('div', { class: 'invitation' }, ...invitation),
    widget.referrals === null
      ? null
      : element('div', { class: 'progress' }, rewards(widget, it), referrals(widget.referrals, it)),
    terms(widget.program, it),
  ]
  return element('div', { class: 'parts' }, ...parts)
}
