import { inkOn, parseColor, WHITE } from '@goodword/contract/color'

/** The default of the widget. */
const DEFAULT_ACCENT = '#0b5cad'

/** The background of a button, as `#rrggbb`, and black or white on it, whichever has more contrast. */
export function buttonColors(accent: string | null): { readonly background: string; readonly ink: string } {
  const background = accent ?? DEFAULT_ACCENT
  return { background, ink: inkOn(parseColor(background)) === WHITE ? '#ffffff' : '#000000' }
}
