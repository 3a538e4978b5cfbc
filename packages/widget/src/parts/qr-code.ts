import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import type { QrModules } from '../share/qr-modules.ts'
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

/**
 * The QR code of a link for a camera beside the screen. Its module is loaded once the place of the picture comes into view,
 * which has its size from the start; where it cannot be loaded, the place goes away.
 */
function qrPicture(
  link: string,
  { language: { translate }, qrModules }: Pick<WidgetContext, 'language' | 'qrModules'>,
): HTMLElement {
  const place = element('div', { class: 'qr-picture' })
  const draw = async () => {
    const modules = await qrModules(link).catch(() => null)
    if (modules === null) place.remove()
    else place.replaceChildren(drawn(modules, translate('qrCode')))
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((it) => it.isIntersecting)) return
    observer.disconnect()
    void draw()
  })
  observer.observe(place)
  return place
}

const SVG = 'http://www.w3.org/2000/svg'

/** Dark on white in both themes, as cameras expect it. */
function drawn(modules: QrModules, label: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${modules.length} ${modules.length}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  const path = document.createElementNS(SVG, 'path')
  const squares = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  path.setAttribute('d', squares.join(''))
  svg.append(path)
  return svg
}
