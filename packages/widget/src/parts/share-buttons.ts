import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import { type Medium, type ShareText, shareAddresses } from '../share/media.ts'
import { merchantText } from '../words/merchant-texts.ts'
import type { WidgetLanguage } from '../words/widget-words.ts'
import { icon } from './icon.ts'
import type { WidgetContext } from './widget-context.ts'

/** A button per medium, and the device's own way to share where it has one. */
export function shareButtons({ shareLinks, program }: Widget, it: WidgetContext): HTMLElement {
  const { language, host } = it
  const text = shareText(program, language)
  const media = shareAddresses(shareLinks, text).map(([medium, address]) =>
    element('li', {}, mediumLink(medium, address, it)),
  )
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title: text.subject, text: text.message, url: shareLinks.direct })
      host.happened('shared', { medium: 'native' })
    } catch {
      // A cancelled share is no failure, and where sharing is refused the other buttons are beside it.
    }
  }
  const native = 'share' in navigator
  return element(
    'ul',
    {
      role: 'list',
      class: native ? 'media six' : 'media five',
      'aria-label': language.translate('shareHeading'),
    },
    native
      ? element(
          'li',
          {},
          element(
            'button',
            { type: 'button', onclick: () => void share() },
            icon('share'),
            language.translate('share'),
          ),
        )
      : null,
    ...media,
  )
}

function mediumLink(medium: Medium, address: string, { language, host }: WidgetContext): HTMLElement {
  const name = medium === 'email' ? language.translate('email') : names[medium]
  const attributes = {
    href: address,
    onclick: () => host.happened('shared', { medium }),
    // `mailto:` as well: without a target it navigates the frame, which the page's `frame-src` then blocks.
    target: '_blank',
    rel: 'noopener noreferrer',
    ...(medium === 'email' ? {} : { 'aria-label': language.translate('newTab', { name }) }),
  }
  return element('a', attributes, icon(medium), name)
}

const names = { whatsapp: 'WhatsApp', twitter: 'X', facebook: 'Facebook', linkedin: 'LinkedIn' } as const

function shareText({ texts }: Widget['program'], language: WidgetLanguage): ShareText {
  const { translate } = language
  return {
    message: merchantText(texts, language, 'shareMessage')?.text ?? translate('shareMessage'),
    subject: merchantText(texts, language, 'emailSubject')?.text ?? translate('emailSubject'),
  }
}
