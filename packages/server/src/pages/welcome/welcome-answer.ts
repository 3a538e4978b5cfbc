import type { OpenCode } from '@goodword/contract/codes/code'
import { cssColor } from '@goodword/contract/pages/color'
import { fontFamilies, paletteOf } from '@goodword/contract/pages/theme-palette'
import type { Welcome } from '@goodword/contract/pages/welcome'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import { welcome } from '@goodword/contract/words/areas/welcome'
import { speak } from '@goodword/contract/words/speak'
import type { FullSettings } from '../../frame/program/program-of.ts'

const DAY_SECONDS = 86_400

/** The offer for the script, or why there is none, in the program's words and colors. */
export function welcomeAnswer(
  offer: OpenCode | null,
  reason: 'invalid' | 'inactive' | null,
  { theme, texts, cookieDays }: FullSettings,
  locale: string,
): Welcome {
  const { translate } = speak(welcome, [locale], undefined, { part: 'welcome', texts })
  return {
    offer,
    reason: reason === null ? null : translate(reason),
    rememberSeconds: cookieDays * DAY_SECONDS,
    dismiss: translate('dismiss'),
    light: colorsOf(theme, false),
    dark: colorsOf(theme, true),
    font: fontFamilies[theme.font ?? 'sans'],
    cornerRadius: theme.cornerRadius ?? 10,
  }
}

function colorsOf(theme: WidgetTheme, isPageDark: boolean): Welcome['light'] {
  const { background, ink, softInk, line, accentLine } = paletteOf(theme, isPageDark)
  return {
    background: cssColor(background),
    ink: cssColor(ink),
    softInk: cssColor(softInk),
    line: cssColor(line),
    accent: cssColor(accentLine),
  }
}
