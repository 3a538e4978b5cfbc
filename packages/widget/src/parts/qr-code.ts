import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import { qrPicture } from './qr-picture.ts'
import type { WidgetContext } from './widget-context.ts'

/** The QR code of the share link to be scanned, and as files to be printed. */
export function qrCode({ shareLinks }: Widget, it: WidgetContext): HTMLElement {
  const { translate } = it.language
  const links = (['png', 'svg'] as const).map((format) => {
    const name = format.toUpperCase()
    return element(
      'a',
      {
        class: 'page',
        href: `${shareLinks.direct}/qr.${format}?size=1000&download`,
        target: '_blank',
        rel: 'noopener noreferrer',
        'aria-label': translate('downloadAs', { format: name }),
      },
      name,
    )
  })
  const label = element('span', { id: 'qr-label' }, translate('qrCode'))
  return element(
    'div',
    { class: 'qr', role: 'group', 'aria-labelledby': label.id },
    qrPicture(shareLinks.direct, it),
    element('p', {}, label, ...links),
  )
}
