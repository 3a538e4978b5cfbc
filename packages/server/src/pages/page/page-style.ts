import { cssColor } from '@goodword/contract/pages/color'
import { fontFamilies, type Palette, paletteOf } from '@goodword/contract/pages/theme-palette'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'

/** The style of the hosted page in the colors of a program, which the widget on it has as well. */
export function pageStyle(theme: WidgetTheme): string {
  const [light, dark] = [paletteOf(theme, false), paletteOf(theme, true)]
  return `:root { ${colorsOf(light)}; --radius: ${theme.cornerRadius ?? 10}px; --font: ${fontFamilies[theme.font ?? 'sans']} }
@media (prefers-color-scheme: dark) { :root { ${colorsOf(dark)} } }
${RULES}`
}

function colorsOf({ isDark, ...colors }: Palette): string {
  const variables = Object.entries(colors).map(
    ([name, color]) =>
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${cssColor(color)}`,
  )
  return [`color-scheme: ${isDark ? 'dark' : 'light'}`, ...variables].join('; ')
}

// Where the widget comes later, what follows begins below the screen: nothing that is seen moves then.
const RULES = `* { box-sizing: border-box }
body { margin: 0; padding: 0 1rem 3rem; font: 1rem/1.6 var(--font); color: var(--ink); background: var(--background); overflow-wrap: anywhere }
.bar, main { max-width: 42rem; margin-inline: auto }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding-block: 1rem; font-weight: 600 }
.bar img { display: block; max-width: 12rem; max-height: 2.5rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 2rem 0 .5rem; text-wrap: balance }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .5rem }
p { margin: 0 0 1rem; text-wrap: pretty }
a { color: var(--link) }
.soft { color: var(--soft-ink) }
label { display: block; font-weight: 600; margin-bottom: .25rem }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--background); border: 1px solid var(--strong-line); border-radius: var(--radius) }
input[dir=ltr] { text-align: start }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: inherit; background: none; border: 1px solid var(--strong-line); border-radius: var(--radius); cursor: pointer; text-decoration: none; text-align: center }
button.main, .button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent-line) }
button.quiet { min-height: 2.75rem; padding-inline: .5rem; border-color: transparent; text-decoration: underline }
:is(button, a, input):focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.fault { color: var(--ink); border-inline-start: 4px solid var(--link); padding-inline-start: .75rem; font-weight: 600 }
#goodword { margin-inline: -1rem }
#goodword:not(.ready) { height: 0; overflow: hidden }
@media (scripting: enabled) { .first-screen { display: flow-root; min-height: 100vh } }
.field { margin-bottom: 1rem }
.box { margin-top: 1.5rem; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius) }
form + p, .act { margin-top: 1rem }
.box > :last-child { margin-bottom: 0 }
.choices { display: grid; gap: .75rem; margin: 0 0 1rem; padding: 0; list-style: none }
.choices button { width: 100%; text-align: start }
.offer { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); margin: 0 0 1.25rem }
.offer div { padding: .75rem 1rem; background: var(--tint); border-radius: var(--radius) }
.offer dt { font-size: .9rem } .offer dd { margin: 0; font-weight: 700 }
.card { display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: center }
.card img { width: 9rem; height: 9rem; padding: .5rem; background: #fff; border-radius: var(--radius) }
.card div { flex: 1 1 14rem }
.card .link { font-weight: 600; direction: ltr; unicode-bidi: isolate }
.card .name, .card .gift { display: none }
[hidden] { display: none !important }
@page { size: 105mm 148mm; margin: 8mm }
@media print {
  :root { color-scheme: light }
  body { padding: 0; color: #000; background: #fff }
  body > :not(main), main > :not(.print) { display: none !important }
  main { max-width: none }
  .print { margin: 0; padding: 0; border: 0; background: none }
  .print > :not(.card) { display: none }
  .card { display: grid; justify-items: center; gap: 4mm; text-align: center; break-inside: avoid }
  .card .name, .card .gift { display: block; margin: 0 }
  .card .name { font-size: 15pt; font-weight: 700; line-height: 1.2 }
  .card .gift { font-size: 12pt }
  .card img { width: 58mm; height: 58mm; padding: 0; border-radius: 0 }
  .card p { margin: 0 0 1mm; font-size: 10pt }
}
`
