import { keepChoice, keptChoice } from './kept-choice.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  const kept = keptChoice('theme')
  return themes.find((it) => it === kept) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  keepChoice('theme', theme)
  applyTheme(theme)
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
