/**
 * The identity of Goodword: colors, faces, sizes and the mark that every page of its own shares. `npm run generate` writes
 * `theme.generated.css` (for Tailwind) and `tokens.generated.css` (custom properties) from it.
 */

/** Colors of the light theme, as `#rrggbb`. */
export const light = {
  page: '#f7f6f8',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#f1eff3',
  line: '#e4e0e7',
  'strong-line': '#918a97',
  text: '#1b171e',
  soft: '#625b69',
  accent: '#8b2a72',
  'accent-hover': '#74205f',
  link: '#86276e',
  'accent-soft': '#f8eaf4',
  'on-accent': '#ffffff',
  good: '#17693a',
  'good-soft': '#e1f4e8',
  warning: '#7a4d00',
  'warning-soft': '#fff1cf',
  danger: '#b3261e',
  'danger-fill': '#b3261e',
  'danger-soft': '#fdeae8',
  neutral: '#4c4652',
  'neutral-soft': '#eeebf0',
  test: '#f3ead2',
  'on-test': '#54400f',
  'series-1': '#8b2a72',
  'series-2': '#0f7b6c',
  'series-3': '#a4531f',
  'series-4': '#3a5bb8',
}

export const dark: Readonly<Record<keyof typeof light, string>> = {
  page: '#121014',
  surface: '#1a171d',
  raised: '#232027',
  hover: '#28242d',
  line: '#342f39',
  'strong-line': '#756d7c',
  text: '#f0edf2',
  soft: '#b0a8b6',
  accent: '#a8488e',
  'accent-hover': '#963c7d',
  link: '#f0a8dd',
  'accent-soft': '#3a1c32',
  'on-accent': '#ffffff',
  good: '#7fd6a1',
  'good-soft': '#12301f',
  warning: '#ffc766',
  'warning-soft': '#38290a',
  danger: '#ff9d94',
  'danger-fill': '#b93a31',
  'danger-soft': '#3a1815',
  neutral: '#cbc4d0',
  'neutral-soft': '#302b35',
  test: '#2c2517',
  'on-test': '#e6d3a3',
  'series-1': '#e58acb',
  'series-2': '#4fc7b5',
  'series-3': '#f2a97f',
  'series-4': '#8fabf5',
}

/** Sizes of text in rem: three for text, three for headings and figures. */
const sizes = { xs: 0.75, sm: 0.875, base: 1, lg: 1.125, xl: 1.375, '2xl': 1.75, '3xl': 2.25 }

const FACE = '"Geist Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/** The face for pages that load no file: those of merchants' friends, and e-mails. */
export const SYSTEM_FACE = FACE.slice(FACE.indexOf('system-ui')).replaceAll('"', "'")

/** The tokens as custom properties of a page. */
export function tokensCss(): string {
  return `:root {\n  color-scheme: light dark;\n  ${properties()}\n}\n`
}

/** The tokens as the theme of Tailwind, which has no other colors. */
export function themeCss(): string {
  return `@theme {\n  --color-*: initial;\n  ${properties()}\n}\n`
}

function properties(): string {
  const names = Object.keys(light).filter((it): it is keyof typeof light => it in dark)
  return [
    ...names.map((name) => `--color-${name}: light-dark(${light[name]}, ${dark[name]});`),
    ...Object.entries(sizes).map(([name, rem]) => `--text-${name}: ${rem}rem;`),
    `--font-sans: ${FACE};`,
    '--radius-control: 0.5rem;',
    '--radius-card: 0.75rem;',
    '--shadow-raised: 0 1px 2px light-dark(rgb(30 16 36 / 6%), rgb(0 0 0 / 30%));',
    '--shadow-floating: 0 8px 28px light-dark(rgb(30 16 36 / 16%), rgb(0 0 0 / 55%));',
  ].join('\n  ')
}
