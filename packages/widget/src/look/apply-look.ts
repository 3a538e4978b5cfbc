import type { WidgetTheme } from '@goodword/contract/widget-theme'
import { cssColor } from './color.ts'
import { paletteOf } from './palette.ts'

/** Puts a look on the page, and keeps it in step with the visitor's system. */
export function applyLook(): (theme: WidgetTheme) => void {
  const darkness = window.matchMedia('(prefers-color-scheme: dark)')
  let present: WidgetTheme = {}
  const apply = () => dress(present, darkness.matches)
  darkness.addEventListener('change', apply)
  return (theme) => {
    present = theme
    apply()
  }
}

function dress(theme: WidgetTheme, prefersDark: boolean): void {
  const { isDark, ...colors } = paletteOf(theme, prefersDark)
  const { style } = document.documentElement
  style.setProperty('color-scheme', isDark ? 'dark' : 'light')
  for (const [name, color] of Object.entries(colors)) {
    style.setProperty(
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      cssColor(color),
    )
  }
  style.setProperty('--radius', `${theme.cornerRadius ?? 10}px`)
  style.setProperty('--font', fonts[theme.font ?? 'sans'])
}

const fonts = {
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Times New Roman", serif',
  rounded:
    'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const
