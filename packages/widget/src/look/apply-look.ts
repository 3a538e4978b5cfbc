import { type Color, cssColor, inkOn, WHITE } from '@goodword/contract/pages/color'
import { fontFamilies, paletteOf } from '@goodword/contract/pages/theme-palette'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import type { PageLook } from '../page/page-look.ts'

/** The input of the look: the merchant's theme, and the page around the widget where it is known. */
type Look = { readonly theme: WidgetTheme; readonly page: PageLook | null }

/** Puts a look on the page, and keeps it in step with the visitor's system. Takes the changed parts of it. */
export function applyLook(theme: WidgetTheme): (change: Partial<Look>) => void {
  const darkness = window.matchMedia('(prefers-color-scheme: dark)')
  let look: Look = { theme, page: null }
  const apply = () => {
    const isDark = look.page === null ? darkness.matches : isPageDark(look.page, darkness.matches)
    dress(look.theme, isDark)
  }
  darkness.addEventListener('change', apply)
  return (change) => {
    look = { ...look, ...change }
    apply()
  }
}

function dress(theme: WidgetTheme, isPageDark: boolean): void {
  const { isDark, ...colors } = paletteOf(theme, isPageDark)
  const { style } = document.documentElement
  style.setProperty('color-scheme', isDark ? 'dark' : 'light')
  for (const [name, color] of Object.entries(colors)) {
    style.setProperty(
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      cssColor(color),
    )
  }
  style.setProperty('--radius', `${theme.cornerRadius ?? 10}px`)
  style.setProperty('--font', fontFamilies[theme.font ?? 'sans'])
}

/**
 * Whether the page around the widget is dark: by the nearest background that is painted, else by the color schemes that
 * the page declares. A page that declares none is light, independent of the visitor's system.
 */
function isPageDark({ backgrounds, colorScheme }: PageLook, prefersDark: boolean): boolean {
  const painted = backgrounds.map(paintedColor).find((it) => it !== null)
  if (painted) return inkOn(painted) === WHITE
  const schemes = colorScheme.split(' ')
  return schemes.includes('dark') && (prefersDark || !schemes.includes('light'))
}

/** A canvas parses every color notation of the browser, `oklch()` too. Null for transparent colors. */
function paintedColor(color: string): Color | null {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return null
  // An invalid color leaves the fill transparent.
  context.fillStyle = 'transparent'
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha > 127 ? [red, green, blue] : null
}
