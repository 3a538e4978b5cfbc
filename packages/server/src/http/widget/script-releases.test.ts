import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createFrame } from '../server/test-frame.ts'
import { serveScript } from './script-releases.ts'

const { app } = createFrame()
serveScript(app)

const releases = (await app.inject('/s/releases.json')).json()
const newest = releases[0]

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: 'GET', url, headers })

describe('the script as pages load it', () => {
  test('every release is served for ever with the hash that the list gives', async () => {
    expect(releases.length).toBeGreaterThan(0)
    for (const { file, integrity, version, date } of releases) {
      const { rawPayload, headers, statusCode } = await get(file)
      expect(statusCode).toBe(200)
      expect(`sha384-${createHash('sha384').update(rawPayload).digest('base64')}`).toBe(integrity)
      expect(file).toBe(`/s/${version}/goodword.js`)
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
      })
    }
  })

  test('v1 is the newest, and is asked for again within minutes', async () => {
    const line = await get('/s/v1/goodword.js')
    expect(line.body).toBe((await get(newest.file)).body)
    expect(line.headers['cache-control']).toMatch(/^public, max-age=300,/)
    const again = await get('/s/v1/goodword.js', { 'if-none-match': `${line.headers.etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('comes with its source map, which holds the sources', async () => {
    for (const url of ['/s/v1/goodword.js', newest.file]) {
      expect((await get(url)).body).toMatch(/\n\/\/# sourceMappingURL=goodword\.js\.map\n$/)
      const { sources, sourcesContent } = (await get(`${url}.map`)).json()
      expect(sources).toContain('../../src/queue.ts')
      expect(sourcesContent.join('')).toContain('takeOverQueue')
    }
  })

  test('is compressed for clients that accept it', async () => {
    const plain = (await get(newest.file)).body
    const packed = async (accepted: string) => get(newest.file, { 'accept-encoding': accepted })
    const brotli = await packed('gzip, deflate, br')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain)
    const gzip = await packed('gzip, br;q=0')
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
    expect((await packed('identity')).headers).not.toHaveProperty('content-encoding')
  })

  test.each(['/s/9.9.9/goodword.js', '/s/v0/goodword.js', '/s/v1/..%2f..%2fpackage.json', '/s/'])(
    '%s is not there',
    async (url) => {
      expect((await get(url)).json()).toMatchObject({ statusCode: 404, apiErrorCode: 'NOT_FOUND' })
    },
  )
})
