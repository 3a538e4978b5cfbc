import { decodeQR } from 'qr/decode.js'

export type Picture = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** Reads a QR code that is drawn as an SVG by the rectangles of a path, of one row of modules each. */
export function readQrSvg(svg: string): string {
  return decodeQR(pixelsOfSvg(svg))
}

/** Draws the rectangles, eight pixels for a module. */
function pixelsOfSvg(svg: string): Picture {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const dark = new Set<string>()
  for (const [, x = '', y = '', length = ''] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(length); at += 1) dark.add(`${Number(x) + at} ${y}`)
  }
  return pixels(side * 8, side * 8, (x, y) => dark.has(`${x >> 3} ${y >> 3}`))
}

export function pixels(width: number, height: number, isDark: (x: number, y: number) => boolean): Picture {
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let index = 0; index < width * height; index += 1) {
    if (isDark(index % width, Math.floor(index / width))) data.fill(0, index * 4, index * 4 + 3)
  }
  return { width, height, data }
}
