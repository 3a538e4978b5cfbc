import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import { merchantText } from '../words/merchant-texts.ts'
import { closeButton } from './close-button.ts'
import { paragraphs } from './paragraphs.ts'
import type { WidgetContext } from './widget-context.ts'

/** Who invites to what: logo, headline and introduction, by the merchant or by ourselves. */
export function header({ program }: Widget, it: WidgetContext): HTMLElement {
  const { language } = it
  const title = merchantText(program.texts, language, 'title')
  const introduction = merchantText(program.texts, language, 'introduction')
  return element(
    'header',
    {},
    program.theme.logo === undefined ? null : logo(program.theme.logo),
    // Focused when the popup opens, so that a screen reader begins here.
    title === null
      ? element('h1', { tabindex: '-1' }, language.translate('title'))
      : element('h1', { tabindex: '-1', lang: title.locale }, title.text),
    it.isPopup ? closeButton(it) : null,
    introduction === null
      ? element('p', { class: 'soft' }, introductionOf(program, language))
      : paragraphs(introduction, 'soft'),
  )
}

/** Stands in the place of the invitation while the code does not work: no offer is made that would not be kept. */
export function closedHeader({ program, codeFault }: Widget, it: WidgetContext): HTMLElement {
  const { translate } = it.language
  const isPaused = codeFault === 'PROGRAM_INACTIVE'
  return element(
    'header',
    {},
    program.theme.logo === undefined ? null : logo(program.theme.logo),
    element('h1', { tabindex: '-1' }, translate(isPaused ? 'pausedTitle' : 'inactiveTitle')),
    it.isPopup ? closeButton(it) : null,
    element('p', { class: 'soft' }, translate(isPaused ? 'pausedText' : 'inactiveText')),
  )
}

function logo(address: string): HTMLElement {
  // The headline names the merchant; a picture that does not load leaves no gap.
  return element('img', {
    class: 'logo',
    src: address,
    alt: '',
    referrerpolicy: 'no-referrer',
    onerror: ({ currentTarget }) => currentTarget instanceof Element && currentTarget.remove(),
  })
}

function introductionOf(
  { referrerReward, referredReward }: Widget['program'],
  { translate }: WidgetContext['language'],
) {
  if (referrerReward !== null) return translate(referredReward === null ? 'introYou' : 'introBoth')
  return translate(referredReward === null ? 'introNone' : 'introFriend')
}
