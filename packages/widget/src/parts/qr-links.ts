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
        'aria-label': `${translate('qrCode')}: ${translate('downloadAs', { format: name })}`,
      },
      name,
    )
  })
  return element('p', { class: 'qr' }, element('span', {}, translate('qrCode')), ...links)
}
