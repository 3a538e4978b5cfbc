import type { Widget } from '@goodword/contract/widget'
import { element } from '../element.ts'
import type { WidgetContext } from './widget-context.ts'

/** Downloads of the QR code of the share link, to print. */
export function qrLinks({ shareLinks }: Widget, { language: { translate } }: WidgetContext): HTMLElement {
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
  return element('p', { class: 'qr', role: 'group', 'aria-labelledby': label.id }, label, ...links)
}
