import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import { parseLocale } from '@goodword/contract/words/languages'
import type { OwnWords } from '@goodword/contract/words/own-words'

/** The data with which the page was served and opened. */
export type PageFacts = {
  readonly alias: string
  /** Origins that may embed this page and exchange messages with it. */
  readonly origins: readonly string[]
  readonly theme: WidgetTheme
  /** The merchant's words in the place of ours. */
  readonly ownWords: OwnWords
  readonly isPopup: boolean
  /** The address of the file that draws QR codes. */
  readonly qr: string
  /** A well-formed language tag. */
  readonly locale: string
}

export function readPageFacts(): PageFacts {
  const { alias = '', origins = '', theme = '{}', words = '{}', qr = '' } = document.documentElement.dataset
  const query = new URLSearchParams(location.search)
  return {
    alias,
    origins: origins.split(' ').filter((it) => it !== ''),
    // Written by the server that serves this script.
    theme: JSON.parse(theme) as WidgetTheme,
    ownWords: JSON.parse(words) as OwnWords,
    // A name alone would be one beside this script.
    qr: new URL(qr, document.baseURI).href,
    isPopup: query.get('mode') === 'popup',
    locale: parseLocale(query.get('locale') ?? '') ?? parseLocale(navigator.language) ?? 'en',
  }
}
