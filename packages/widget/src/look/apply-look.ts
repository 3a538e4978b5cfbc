import { cssColor } from '@goodword/contract/pages/color'
import { fontFamilies, paletteOf } from '@goodword/contract/pages/theme-palette'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import type { PageLook } from '../page/page-look.ts'
import { isPageDark } from './page-darkness.ts'

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
