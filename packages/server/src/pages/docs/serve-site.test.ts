import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { createFrame } from '../../frame/http/server/test-frame.ts'
import { serveDocs } from './docs.ts'

const files = {
  '.stamp': 'first',
  'index.html': '<h1>Home</h1>',
  'errors.html': '<h1>Errors</h1>',
  '404.html': '<h1>Not here</h1>',
  'guides/index.html': '<h1>Guides</h1>',
  'guides/rest.html': '<h1>REST</h1>',
  'guides/rest.md': '# REST',
  'upgrade/0.1.0.html': '<h1>Upgrade</h1>',
  'assets/app.a1b2.js': 'x = 1',
  'assets/picture.webp': 'RIFF',
  'assets/face.woff2': 'wOF2',
  'llms.txt': '# Goodword',
  'unknown.exe': 'MZ',
}
const HTML = { accept: 'text/html,*/*;q=0.8' }

function siteIn(folder: string): string {
  const site = join(folder, 'dist')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true })
    writeFileSync(join(site, name), text)
  }
  return site
}

function serving(siteFolder: string, underWay: Promise<unknown> | null = null) {
  const { app } = createFrame()
  serveDocs(app, allEndpoints, 'https://goodword.example.com', { siteFolder, underWay })
  return app
}

describe('a built documentation', () => {
  const folder = temporaryFolder()
  const app = serving(siteIn(folder))
  writeFileSync(join(folder, 'secret.txt'), 'a file beside the site')

  test.each([
    ['', 'text/html; charset=utf-8', 'no-cache'],
    ['errors', 'text/html; charset=utf-8', 'no-cache'],
    ['guides/', 'text/html; charset=utf-8', 'no-cache'],
    ['guides/rest', 'text/html; charset=utf-8', 'no-cache'],
    ['guides/rest.html', 'text/html; charset=utf-8', 'no-cache'],
    ['guides/rest.md', 'text/markdown; charset=utf-8', 'no-cache'],
    ['upgrade/0.1.0', 'text/html; charset=utf-8', 'no-cache'],
    ['llms.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['assets/app.a1b2.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['assets/picture.webp', 'image/webp', 'public, max-age=31536000, immutable'],
    ['assets/face.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ])('the file at /docs/%s has its type, its caching and the policy', async (path, type, caching) => {
    const { statusCode, headers } = await app.inject(`/docs/${path}`)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching])
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const etag = `${headers.etag}`
    const again = await app.inject({ url: `/docs/${path}`, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a picture is sent as it is, and text compressed', async () => {
    const headers = { 'accept-encoding': 'br' }
    const picture = await app.inject({ url: '/docs/assets/picture.webp', headers })
    expect([picture.headers['content-encoding'], picture.body]).toEqual([undefined, 'RIFF'])
    expect((await app.inject({ url: '/docs/', headers })).headers['content-encoding']).toBe('br')
  })

  test('the address of a folder without its slash leads to the folder', async () => {
    expect((await app.inject('/docs')).headers.location).toBe('/docs/')
    expect((await app.inject('/docs/guides')).headers.location).toBe('/docs/guides/')
  })

  test.each([
    'guides/nothing',
    '../secret.txt',
    '..%2fsecret.txt',
    'guides/..%2f..%2fsecret.txt',
    '..%5csecret.txt',
    '%2e%2e/%2e%2e/etc/passwd',
    'assets//app.a1b2.js',
    '.stamp',
    'unknown.exe',
    'toString',
    'guides/rest%00.html',
  ])('the address /docs/%s is not found, as a page for readers and as JSON for programs', async (path) => {
    const page = await app.inject({ url: `/docs/${path}`, headers: HTML })
    // The address is resolved before it gets here where it leaves the folder without an encoding.
    if (!path.startsWith('../') && !path.startsWith('%2e')) {
      expect([page.statusCode, page.body]).toEqual([404, files['404.html']])
    }
    const answer = await app.inject(`/docs/${path}`)
    expect(answer.json()).toMatchObject({ statusCode: 404, apiErrorCode: 'NOT_FOUND' })
    expect(page.body + answer.body).not.toContain('a file beside the site')
  })

  test('a file that the build compressed is not compressed again', async () => {
    const site = siteIn(temporaryFolder())
    writeFileSync(join(site, 'llms.txt.br'), 'made by the build')
    writeFileSync(join(site, 'llms.txt.gz'), 'made by the build')
    const headers = { 'accept-encoding': 'br' }
    expect((await serving(site).inject({ url: '/docs/llms.txt', headers })).body).toBe('made by the build')
  })
})

describe('a service without a built documentation', () => {
  const app = serving(join(temporaryFolder(), 'dist'))

  test.each(['', 'guides/', 'guides/rest', 'guides/reference/stripe', 'reference/accounts'])(
    'the page /docs/%s says how to build it',
    async (path) => {
      const { statusCode, headers, body } = await app.inject({ url: `/docs/${path}`, headers: HTML })
      expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
      expect(body).toContain('npm run docs')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    },
  )

  test('the error codes and the OpenAPI document are there all the same', async () => {
    expect((await app.inject('/docs/errors')).body).toContain('<section id="UNAUTHORIZED"')
    expect((await app.inject('/docs/openapi.json')).statusCode).toBe(200)
    expect((await app.inject({ url: '/docs/nothing.txt', headers: HTML })).json().apiErrorCode).toBe(
      'NOT_FOUND',
    )
  })
})

test('a build that is made while the service runs is served at the next request, and so is the one after it', async () => {
  const site = siteIn(temporaryFolder())
  renameSync(site, `${site}.new`)
  const app = serving(site)
  expect((await app.inject('/docs/')).statusCode).toBe(503)
  renameSync(`${site}.new`, site)
  expect((await app.inject('/docs/')).body).toBe(files['index.html'])
  writeFileSync(join(site, 'index.html'), '<h1>Another</h1>')
  rmSync(join(site, 'guides/rest.html'))
  writeFileSync(join(site, '.stamp'), 'second')
  expect((await app.inject('/docs/')).body).toBe('<h1>Another</h1>')
  expect((await app.inject('/docs/guides/rest')).statusCode).toBe(404)
})

test('while the documentation is built its pages say so and load again, and after a build that failed they say how to build it', async () => {
  let fail: (error: Error) => void = () => undefined
  const underWay = new Promise<void>((_, reject) => {
    fail = reject
  })
  const app = serving(join(temporaryFolder(), 'dist'), underWay)
  const building = await app.inject('/docs/guides/rest')
  expect([building.statusCode, building.headers['retry-after']]).toEqual([503, '3'])
  expect(building.body).toContain('The documentation is being built')
  expect(building.body).toContain('<meta http-equiv="refresh" content="3">')
  fail(new Error('no space left'))
  await underWay.catch(() => undefined)
  const missing = await app.inject('/docs/guides/rest')
  expect(missing.body).toContain('npm run docs')
  expect(missing.body).not.toContain('http-equiv')
})
