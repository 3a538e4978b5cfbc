import type { Widget } from '@goodword/contract/widget'
import { element } from '../element.ts'
import { merchantText } from '../words/merchant-texts.ts'
import { paragraphs } from './paragraphs.ts'
import type { Surroundings } from './surroundings.ts'

/** The merchant's small print, and the page with all of it; null where there is neither. */
export function terms({ texts }: Widget['program'], { language }: Surroundings): HTMLElement | null {
  const { visitorLocale, say } = language
  const print = merchantText(texts, visitorLocale, 'terms')
  const page = merchantText(texts, visitorLocale, 'termsLink')
  if (print === null && page === null) return null
  return element(
    'footer',
    {},
    print === null
      ? null
      : element('details', {}, element('summary', {}, say('terms')), paragraphs(print, 'soft')),
    page === null
      ? null
      : element(
          'a',
          {
            class: 'page',
            href: page.text,
            target: '_blank',
            rel: 'noopener noreferrer',
            'aria-label': say('newTab', { name: say('termsPage') }),
          },
          say('termsPage'),
        ),
  )
}
