import type { WidgetTheme } from '@goodword/contract/widget-theme'
import type { OwnWords } from '@goodword/contract/words/own-words'

/** What the page was served and opened with. */
export type PageFacts = {
  readonly alias: string
  /** Origins that may embed this page and exchange messages with it. */
  readonly origins: readonly string[]
  readonly theme: WidgetTheme
  /** The merchant's words in the place of ours. */
  readonly ownWords: OwnWords
  readonly isPopup: boolean
  /** A well-formed language tag. */
  readonly locale: string
}

export function readPageFacts(): PageFacts {
  const { alias = '', origins = '', theme = '{}', words = '{}' } = document.documentElement.dataset
  const query = new URLSearchParams(location.search)
  return {
    alias,
    origins: origins.split(' ').filter((it) => it !== ''),
    // Written by the server that serves this script.
    theme: JSON.parse(theme) as WidgetTheme,
    ownWords: JSON.parse(words) as OwnWords,
    isPopup: query.get('mode') === 'popup',
    locale: knownLocale(query.get('locale')) ?? knownLocale(navigator.language) ?? 'en',
  }
}

/** Merchants write `de_AT` as well as `de-AT`. */
function knownLocale(text: string | null): string | null {
  try {
    const [locale = null] = Intl.getCanonicalLocales((text ?? '').replaceAll('_', '-') || [])
    return locale
  } catch {
    // An invalid language counts as absent.
    return null
  }
}
