/** The default of the widget. */
const DEFAULT_ACCENT = '#0b5cad'

/** The background of a button, as `#rrggbb`, and black or white on it, whichever has more contrast. */
export function buttonColors(accent: string | null): { readonly background: string; readonly ink: string } {
  const background = accent ?? DEFAULT_ACCENT
  const light = luminance(background)
  const contrastOfWhite = 1.05 / (light + 0.05)
  const contrastOfBlack = (light + 0.05) / 0.05
  return { background, ink: contrastOfWhite >= contrastOfBlack ? '#ffffff' : '#000000' }
}

/** The luminance of `#rrggbb` by the Web Content Accessibility Guidelines. */
function luminance(color: string): number {
  const value = Number.parseInt(color.slice(1), 16)
  const [red = 0, green = 0, blue = 0] = [value >> 16, value >> 8, value].map((it) => {
    const part = (it & 255) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
