import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { createFrame } from '../../frame/http/server/test-frame.ts'
import { newestOf, serveScript } from './script-releases.ts'

const { app } = createFrame()
serveScript(app)

const releases = (await app.inject('/s/releases.json')).json()
const newest = releases[0]

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: 'GET', url, headers })

describe('the script as pages load it', () => {
  test('every version is served with the hash that the list gives', async () => {
    expect(releases.length).toBeGreaterThan(0)
    for (const { widget, welcome, date, ...script } of releases) {
      expect(date ?? '2027-03-01').toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(script.file).toBe(`/s/${script.version}/goodword.js`)
      expect(widget.file).toBe(`/s/${script.version}/goodword-widget.js`)
      expect(welcome.file).toBe(`/s/${script.version}/goodword-welcome.js`)
      for (const { file, integrity } of [script, widget, welcome]) {
        const { rawPayload, headers, statusCode } = await get(file)
        expect(statusCode).toBe(200)
        const [algorithm = '', hash] = integrity.split(/-(.*)/)
        expect(createHash(algorithm).update(rawPayload).digest('base64')).toBe(hash)
        expect(headers).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'access-control-allow-origin': '*',
        })
      }
    }
  })

  test('a released version is kept by browsers for a year and v1 for minutes, and one that may change for no time', async () => {
    const folder = temporaryFolder()
    const list = [
      { version: '2.0.0', date: null },
      { version: '1.0.0', date: '2027-03-01' },
    ]
    writeFileSync(join(folder, 'releases.json'), JSON.stringify(list))
    for (const { version } of list) {
      mkdirSync(join(folder, version))
      for (const name of ['goodword.js', 'goodword-widget.js', 'goodword-welcome.js'])
        for (const file of [name, `${name}.map`]) writeFileSync(join(folder, version, file), `"${version}"`)
    }
    const { app: other } = createFrame()
    serveScript(other, undefined, pathToFileURL(`${folder}/`))
    const cachingOf = async (url: string) => (await other.inject(url)).headers['cache-control']
    for (const file of ['goodword.js', 'goodword-widget.js', 'goodword-welcome.js.map']) {
      expect(await cachingOf(`/s/1.0.0/${file}`)).toBe('public, max-age=31536000, immutable')
      expect(await cachingOf(`/s/2.0.0/${file}`)).toBe('no-cache')
    }
    expect(await cachingOf('/s/v1/goodword.js')).toMatch(/^public, max-age=300,/)
    expect(await cachingOf('/s/v2/goodword.js')).toBe('no-cache')
  })

  test.each([
    [['1.3.0'], { v1: '1.3.0' }],
    [['1.9.0', '1.10.0', '1.2.11'], { v1: '1.10.0' }],
    [['2.0.0', '1.0.1', '1.0.0', '10.0.0'], { v1: '1.0.1', v2: '2.0.0', v10: '10.0.0' }],
  ])('the script has these newest lines of the releases %j: %j', (versions, lines) => {
    const newest = newestOf(versions.map((version) => ({ version })))
    expect(Object.fromEntries([...newest].map(([line, { version }]) => [line, version]))).toEqual(lines)
  })

  test('v1 is the newest, and is not sent again while it is the same', async () => {
    const line = await get('/s/v1/goodword.js')
    expect(line.body).toBe((await get(newest.file)).body)
    const again = await get('/s/v1/goodword.js', { 'if-none-match': `${line.headers.etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test.each([
    ['/s/v1/goodword.js', 'queue.ts', 'takeOverQueue'],
    [newest.file, 'queue.ts', 'takeOverQueue'],
    [newest.widget.file, 'widget/draw-widget.ts', 'drawWidget'],
    [newest.welcome.file, 'welcome/greeting.ts', 'createGreeting'],
  ])('the script %s comes with its source map, which holds the sources', async (url, source, name) => {
    const map = new URL(`${(await get(url)).headers.sourcemap}`, `http://service.test${url}`).pathname
    const { sources, sourcesContent } = (await get(map)).json()
    expect(sources).toContain(`../../src/${source}`)
    expect(sourcesContent.join('')).toContain(name)
  })

  test('the script is compressed for clients that accept it', async () => {
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
    'the file %s is not there',
    async (url) => {
      expect((await get(url)).json()).toMatchObject({ statusCode: 404, apiErrorCode: 'NOT_FOUND' })
    },
  )
})
