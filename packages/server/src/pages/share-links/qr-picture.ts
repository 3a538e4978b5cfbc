import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { encodeQR } from 'qr'

export const qrFormats = ['svg', 'png'] as const
export type QrFormat = (typeof qrFormats)[number]

/** Lengths of a side in pixels. A long link has 73 modules at each side, the margin included. */
const sizes = [200, 300, 400, 600, 1000, 2000] as const
export type QrSize = (typeof sizes)[number]
const DEFAULT_SIZE: QrSize = 600
const MAX_SIZE: QrSize = 2000

/** All pictures that are kept take this many bytes of memory; the largest picture has about 20,000. */
const KEPT_BYTES = 8 * 1024 * 1024

/** The smallest size on offer that is not below the one that is asked for; the default for an invalid number. */
export function qrSize(text: unknown): QrSize {
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text)) return DEFAULT_SIZE
  return sizes.find((it) => it >= Number(text)) ?? MAX_SIZE
}

export type DrawQr = (format: QrFormat, text: string, sizePx: QrSize) => Promise<Buffer>

/** Draws QR codes, and keeps those that were asked for last: the same text in the same size has the same bytes. */
export function qrPictures(): DrawQr {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })
  const drawing = new Map<string, Promise<Buffer>>()
  return async (format, text, sizePx) => {
    const key = `${format} ${sizePx} ${text}`
    const known = kept.get(key) ?? drawing.get(key)
    if (known !== undefined) return known
    const picture = qrPicture(format, text, sizePx).finally(() => drawing.delete(key))
    drawing.set(key, picture)
    kept.set(key, await picture)
    return picture
  }
}

async function qrPicture(format: QrFormat, text: string, sizePx: QrSize): Promise<Buffer> {
  return format === 'svg' ? Buffer.from(qrSvg(text, sizePx)) : pngOf(modulesOf(text), sizePx)
}

/** Draws a QR code as the text of an SVG. */
export function qrSvg(text: string, sizePx: number): string {
  return svgOf(modulesOf(text), sizePx)
}

/** Level M with the margin of four modules that readers need, black on white also on dark pages. */
function modulesOf(text: string): Modules {
  return encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
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

/** All modules are of the same whole number of pixels; the rest is more margin. Compressed by another thread. */
async function pngOf(modules: Modules, sizePx: number): Promise<Buffer> {
  const scale = Math.max(1, Math.floor(sizePx / modules.length))
  const margin = Math.floor((sizePx - scale * modules.length) / 2)
  // Each row begins with the number of its filter, 0 for none. A bit is a pixel, 1 for white.
  const rowBytes = Math.ceil(sizePx / 8) + 1
  const rows = Buffer.alloc(rowBytes * sizePx, whiteRow(rowBytes))
  for (const [index, row] of modules.entries()) {
    const drawn = rowOf(row, scale, margin, rowBytes)
    // All rows of pixels of a row of modules are the same.
    for (let y = 0; y < scale; y += 1) drawn.copy(rows, (margin + index * scale + y) * rowBytes)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(sizePx, 0)
  head.writeUInt32BE(sizePx, 4)
  // One bit a pixel; grey, deflate, filters and no interlacing are 0.
  head[8] = 1
  return Buffer.concat([
    PNG,
    chunk('IHDR', head),
    chunk('IDAT', await promisify(deflate)(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function whiteRow(rowBytes: number): Buffer {
  const row = Buffer.alloc(rowBytes, 0xff)
  row[0] = 0
  return row
}

function rowOf(row: readonly boolean[], scale: number, margin: number, rowBytes: number): Buffer {
  const drawn = whiteRow(rowBytes)
  for (const { start, length } of runsOf(row)) {
    const end = margin + (start + length) * scale
    for (let x = margin + start * scale; x < end; x += 1) {
      const index = 1 + (x >> 3)
      drawn[index] = (drawn[index] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  return drawn
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
