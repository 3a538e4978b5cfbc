import { dark, light, SYSTEM_FACE } from '../brand/tokens.ts'
import { BLACK, type Color, contrast, inkOn, mixed, parseColor, readable, WHITE } from './color.ts'
import type { WidgetTheme } from './widget-theme.ts'

/** All colors of the widget, with readable contrasts for any choice of the merchant. */
export type Palette = {
  readonly isDark: boolean
  readonly background: Color
  /** The colour of boxes on the background. */
  readonly surface: Color
  /** Background of highlighted boxes, a light tint of the accent. */
  readonly tint: Color
  readonly ink: Color
  readonly softInk: Color
  readonly line: Color
  /** Borders of what can be used. */
  readonly strongLine: Color
  readonly accent: Color
  readonly onAccent: Color
  /** Borders of buttons, if the accent has too little contrast to the background. */
  readonly accentLine: Color
  /** The accent as text. */
  readonly link: Color
  /** What is reached, and what waits. */
  readonly good: Color
  readonly warning: Color
}

const LIGHT_INK = parseColor(light.text)
const DARK_INK = parseColor(dark.text)

const TEXT = 4.5
const SHAPES = 3

export function paletteOf(theme: WidgetTheme, isPageDark: boolean): Palette {
  const { colorScheme = 'auto' } = theme
  const wantsDark = colorScheme === 'auto' ? isPageDark : colorScheme === 'dark'
  const background = parseColor(
    wantsDark ? (theme.darkBackgroundColor ?? dark.surface) : (theme.backgroundColor ?? light.surface),
  )
  const isDark = inkOn(background) === WHITE
  const accent = parseColor(theme.accentColor ?? (isDark ? dark.link : light.accent))
  const surface = surfaceOn(background)
  const tint = tintOn(background, accent)
  const backgrounds = [background, surface, tint]
  const ink = readable(isDark ? DARK_INK : LIGHT_INK, backgrounds, TEXT)
  return {
    isDark,
    background,
    surface,
    tint,
    ink,
    softInk: readable(mixed(ink, background, 0.4), backgrounds, TEXT),
    line: mixed(background, ink, 0.14),
    strongLine: readable(mixed(background, ink, 0.45), backgrounds, SHAPES),
    accent,
    onAccent: inkOn(accent),
    accentLine: readable(accent, backgrounds, SHAPES),
    link: readable(accent, backgrounds, TEXT),
    good: readable(parseColor((isDark ? dark : light).good), backgrounds, SHAPES),
    warning: readable(parseColor((isDark ? dark : light).warning), backgrounds, SHAPES),
  }
}

/** Mixes in as much of the accent as leaves the text on it easy to read. */
function tintOn(background: Color, accent: Color): Color {
  const tint = mixed(background, accent, 0.1)
  return contrast(inkOn(background), tint) >= 7 ? tint : surfaceOn(background)
}

/** A little towards the ink or, on a background in the middle, away from it: text must stay readable. */
function surfaceOn(background: Color): Color {
  const ink = inkOn(background)
  const towards = mixed(background, ink, 0.045)
  return contrast(ink, towards) >= 7 ? towards : mixed(background, ink === BLACK ? WHITE : BLACK, 0.1)
}

/** The fonts of a theme, as CSS has them. */
export const fontFamilies = {
  sans: SYSTEM_FACE,
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Times New Roman", serif',
  rounded:
    'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const satisfies Record<NonNullable<WidgetTheme['font']>, string>
