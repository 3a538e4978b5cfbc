import { contrast, parseColor } from '@goodword/contract/pages/color'
import { paletteOf } from '@goodword/contract/pages/theme-palette'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import type { WidgetLanguage } from '../words/widget-words.ts'

const DEFAULT_TEXTS = ['title', 'shareMessage', 'emailSubject'] as const

/** The facts that the portal shows beside the preview: built-in words in its language, and the contrast of the colors. */
export function shownFacts(theme: WidgetTheme, { translate }: WidgetLanguage) {
  return {
    texts: Object.fromEntries(DEFAULT_TEXTS.map((name) => [name, translate(name)])),
    contrasts: { light: accentContrast(theme, false), dark: accentContrast(theme, true) },
  }
}

/** The contrast of the merchant's accent to the background; the widget itself uses a color that reads instead. */
function accentContrast(theme: WidgetTheme, isDark: boolean): number | null {
  if (theme.accentColor === undefined) return null
  return contrast(parseColor(theme.accentColor), paletteOf(theme, isDark).background)
}
