/** Red, green and blue, 0 to 255 each. */
export type Color = readonly [number, number, number]

export const BLACK: Color = [0, 0, 0]
export const WHITE: Color = [255, 255, 255]

/** Parses a colour `#rrggbb`, which the service checks. */
export function parseColor(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

export function cssColor([red, green, blue]: Color): string {
  return `rgb(${red} ${green} ${blue})`
}

/** Mixes so much of the second color, 0 to 1, into the first. */
export function mixed(one: Color, other: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share)
  return [part(0), part(1), part(2)]
}

/** 1 to 21, by the Web Content Accessibility Guidelines. */
export function contrast(one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((it) => {
    const part = it / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever reads better there. */
export function inkOn(background: Color): Color {
  return contrast(BLACK, background) >= contrast(WHITE, background) ? BLACK : WHITE
}

/** The color itself or, where that does not read, as little changed as is needed for this contrast to all of them. */
export function readable(color: Color, backgrounds: readonly Color[], wanted: number): Color {
  const [first = WHITE] = backgrounds
  const ink = inkOn(first)
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixed(color, ink, share)
    if (backgrounds.every((it) => contrast(tried, it) >= wanted)) return tried
  }
  return ink
}
