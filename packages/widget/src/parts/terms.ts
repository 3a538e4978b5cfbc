import type { Widget } from '@goodword/contract/pages/widget'
import { element } from '../element.ts'
import { merchantText } from '../words/merchant-texts.ts'
import { paragraphs } from './paragraphs.ts'
import type { WidgetContext } from './widget-context.ts'

/** The merchant's small print, and the page with all of it; null where there is neither. */
export function terms({ texts }: Widget['program'], { language }: WidgetContext): HTMLElement | null {
  const { translate } = language
  const print = merchantText(texts, language, 'terms')
  const page = merchantText(texts, language, 'termsLink')
  if (print === null && page === null) return null
  return element(
    'footer',
    {},
    print === null
      ? null
      : element('details', {}, element('summary', {}, translate('terms')), paragraphs(print, 'soft')),
    page === null
      ? null
      : element(
          'a',
          {
            class: 'page',
            href: page.text,
            target: '_blank',
            rel: 'noopener noreferrer',
            'aria-label': translate('newTab', { name: translate('termsPage') }),
          },
          translate('termsPage'),
        ),
  )
}
