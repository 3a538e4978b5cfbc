import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { createLogger } from '../../engine/logging/logger.ts'
import { noLimits } from '../../frame/http/limits/limits.ts'
import { createApp } from '../../frame/http/server/app.ts'
import { type Picture, pixels, readQrSvg } from '../../testing/read-qr-svg.ts'
import { BASE_URL, startTestService, unknownCode } from '../../testing/test-service.ts'
import { qrPictures } from './qr-picture.ts'
import { redirectShareLinks } from './share-link.ts'
import { sharePages } from './share-page.ts'

const HOST = 'go.shop.example.com'

const service = await startTestService()
const { live, other } = service
const code = await service.addUser('rita')
await service.addDomain(HOST)
const link = `/r/${live.alias}/${code}`

async function load(url: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await service.app.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** Reads a PNG of one bit a pixel without filters, as the service draws it. */
function pixelsOfPng(png: Buffer): Picture {
  const [width, height, depth] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24]]
  expect([png.toString('latin1', 1, 4), depth]).toEqual(['PNG', 1])
  const start = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))
  const rowBytes = Math.ceil(width / 8) + 1
  return pixels(width, height, (x, y) => ((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0)
}

test('a QR code as SVG and as PNG is read back as the share link', async () => {
  const svg = await load(`${link}/qr.svg`)
  expect(svg.status).toBe(200)
  expect(svg.headers['content-type']).toContain('image/svg+xml')
  expect(readQrSvg(svg.bytes.toString())).toBe(`${BASE_URL}${link}`)
  const png = await load(`${link}/qr.png`)
  expect(png.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'content-disposition': `inline; filename="${code}.png"`,
  })
  expect(decodeQR(pixelsOfPng(png.bytes))).toBe(`${BASE_URL}${link}`)
})

test('a QR code on a custom domain has the address of that domain, in capitals that make it small', async () => {
  const png = await load(`/${code}/qr.png`, { host: HOST })
  const text = decodeQR(pixelsOfPng(png.bytes))
  expect(text).toBe(`HTTPS://GO.SHOP.EXAMPLE.COM/${code}`)
  expect(new URL(text).href).toBe(`https://${HOST}/${code}`)
  const svg = await load(`/${code.toLowerCase()}/qr.svg?download`, { host: HOST })
  expect(readQrSvg(svg.bytes.toString())).toBe(text)
  expect(svg.headers['content-disposition']).toBe(`attachment; filename="${code}.svg"`)
})

test.each([
  ['', 600],
  ['?size=1000', 1000],
  ['?size=601', 1000],
  ['?size=1', 200],
  ['?size=99999999', 2000],
  ['?size=-5', 600],
  ['?size=1e3', 600],
  ['?size=300&size=400', 600],
  ['?size=2001', 2000],
])('a QR code for "%s" has sides of %i pixels and can be read', async (query, sizePx) => {
  const picture = pixelsOfPng((await load(`${link}/qr.png${query}`)).bytes)
  expect([picture.width, picture.height]).toEqual([sizePx, sizePx])
  expect(decodeQR(picture)).toBe(`${BASE_URL}${link}`)
  expect((await load(`${link}/qr.svg${query}`)).bytes.toString()).toContain(`width="${sizePx}"`)
})

test('a QR code is drawn once, however often and at the same time it is asked for', async () => {
  const draw = qrPictures()
  const [one, other] = await Promise.all([draw('png', 'a', 200), draw('png', 'a', 200)])
  expect(other).toBe(one)
  expect(await draw('png', 'a', 200)).toBe(one)
  expect(await draw('png', 'b', 200)).not.toEqual(one)
})

test('a QR code has a light margin of four modules', async () => {
  const svg = (await load(`${link}/qr.svg`)).bytes.toString()
  const corner = /M(\d+) (\d+)h7v1/.exec(svg)
  expect(corner?.slice(1)).toEqual(['4', '4'])
})

test.each([
  ['of an unknown code', `/r/${live.alias}/${unknownCode()}/qr.png`],
  ['of text that cannot be a code', `/r/${live.alias}/%3Cb%3E/qr.svg`],
  ['of the code of another program', `/r/${other.alias}/${code}/qr.svg`],
  ['of an unknown program', `/r/nobody/${code}/qr.png`],
  ['in another format', `${link}/qr.gif`],
])('a QR code %s is the plain page of a link that leads nowhere', async (_, path) => {
  const { status, headers, bytes } = await load(path)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    404,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(bytes.toString()).toContain('This link does not work')
})

test('an address that asks for too many QR codes has to wait', async () => {
  const app = createApp({
    baseUrl: BASE_URL,
    logger: createLogger('silent'),
    visitorPages: sharePages({ tenants: new Map() }),
  })
  redirectShareLinks(app, service.ctx, { limits: { ...noLimits, isFlood: () => true } })
  const { statusCode, headers } = await app.inject({ method: 'GET', url: `${link}/qr.png` })
  expect([statusCode, headers['retry-after']]).toEqual([429, '60'])
  await app.close()
})

test('a QR code is no click, and has no fallback page', async () => {
  await service.setProgram({ fallbackPage: 'https://shop.example.com/sorry' })
  expect((await load(`/r/${live.alias}/${unknownCode()}/qr.png`)).status).toBe(404)
  const before = await service.rows()
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
  expect((await load(`${link}/qr.png`, browser)).status).toBe(200)
  expect(await service.rows()).toEqual(before)
})
