import { type Color, inkOn, WHITE } from '@goodword/contract/pages/color'
import type { PageLook } from '../page/page-look.ts'

/**
 * Whether the page around the widget is dark: by the nearest background that is painted, else by the color schemes that
 * the page declares. A page that declares none is light, independent of the visitor's system.
 */
export function isPageDark({ backgrounds, colorScheme }: PageLook, prefersDark: boolean): boolean {
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
