import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

export const qrFormats = ['svg', 'png'] as const
export type QrFormat = (typeof qrFormats)[number]

/** Lengths of a side in pixels. A long link has 73 modules at each side, the margin included. */
const DEFAULT_SIZE = 600
const MIN_SIZE = 200
const MAX_SIZE = 2000

/** The length of a side that is asked for, brought into the bounds; the default for what is no number. */
export function qrSize(text: unknown): number {
  const size = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : DEFAULT_SIZE
  return Math.min(Math.max(size, MIN_SIZE), MAX_SIZE)
}

/** Draws a QR code of level M with the margin of four modules that readers need, black on white also on dark pages. */
export function qrPicture(format: QrFormat, text: string, sizePx: number): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  return format === 'svg' ? Buffer.from(svgOf(modules, sizePx)) : pngOf(modules, sizePx)
}

type Modules = readonly (readonly boolean[])[]

function svgOf(modules: Modules, sizePx: number): string {
  const path = modules.flatMap((row, y) =>
    runsOf(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`),
  )
  const side = modules.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${sizePx}" height="${sizePx}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path.join('')}"/></svg>`
}

/** The dark modules of a row that are side by side. */
function runsOf(row: readonly boolean[]): readonly { readonly start: number; readonly length: number }[] {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
  return starts.map((start) => {
    const end = row.indexOf(false, start)
    return { start, length: (end === -1 ? row.length : end) - start }
  })
}

/** All modules are of the same whole number of pixels; what is left is more margin. */
function pngOf(modules: Modules, sizePx: number): Buffer {
  const scale = Math.max(1, Math.floor(sizePx / modules.length))
  const margin = Math.floor((sizePx - scale * modules.length) / 2)
  const isDark = (x: number, y: number) =>
    modules[Math.floor((y - margin) / scale)]?.[Math.floor((x - margin) / scale)] === true
  const rowBytes = Math.ceil(sizePx / 8)
  // Each row begins with the number of its filter, 0 for none. A bit is a pixel, 1 for white.
  const rows = Buffer.alloc((rowBytes + 1) * sizePx, 0xff)
  for (let y = 0; y < sizePx; y += 1) {
    const start = y * (rowBytes + 1)
    rows[start] = 0
    for (let x = 0; x < sizePx; x += 1) {
      if (!isDark(x, y)) continue
      const index = start + 1 + (x >> 3)
      rows[index] = (rows[index] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(sizePx, 0)
  head.writeUInt32BE(sizePx, 4)
  // One bit a pixel; grey, deflate, filters and no interlacing are 0.
  head[8] = 1
  return Buffer.concat([
    PNG,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: 'IHDR' | 'IDAT' | 'IEND', data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
