import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../../engine/logging/logger.ts'
import { createApp } from '../../frame/http/server/app.ts'
import { type PortalBuild, servePortalPages } from './serve-portal-pages.ts'

const PAGE = '<!doctype html><title>Portal</title>'
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})`

function appWith(portal: PortalBuild) {
  const app = createApp({ baseUrl: 'https://goodword.example.com', logger: createLogger('silent') })
  app.get('/portal/session', async () => ({}))
  servePortalPages(app, portal)
  return app
}

const folder = temporaryFolder()
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), PAGE)
writeFileSync(join(folder, 'assets', 'main-a1b2.js'), SCRIPT)
writeFileSync(join(folder, 'assets', 'main-a1b2.js.map'), '{}')
writeFileSync(join(folder, 'assets', 'page-c3d4.css'), 'body { color: red }')
writeFileSync(join(folder, 'assets', 'page-c3d4.css.br'), 'compressed by the build as br')
writeFileSync(join(folder, 'assets', 'page-c3d4.css.gz'), 'compressed by the build as gzip')
const app = appWith({ folder })

describe('a built portal', () => {
  test.each(['/portal/', '/portal/sign-in', '/portal/test_acme/referrals/1?tab=why', '/portal/acme/a%2Fb'])(
    'a built portal has its page at %s',
    async (url) => {
      const { statusCode, body, headers } = await app.inject(url)
      expect([statusCode, body]).toEqual([200, PAGE])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(String(headers['content-security-policy']).split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "font-src 'self'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
        ]),
      )
      expect(headers['content-security-policy']).not.toContain('unsafe')
    },
  )

  test('a built portal has files that are compressed and kept forever', async () => {
    const answer = await app.inject({
      url: '/portal/assets/main-a1b2.js',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(gunzipSync(answer.rawPayload).toString()).toBe(SCRIPT)
    const kept = await app.inject({
      url: '/portal/assets/main-a1b2.js',
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect(kept.statusCode).toBe(304)
  })

  test.each(['br', 'gzip'])(
    'a built portal has files that its build compressed as %s, as they are',
    async (coding) => {
      const { headers, body } = await app.inject({
        url: '/portal/assets/page-c3d4.css',
        headers: { 'accept-encoding': coding },
      })
      expect(headers).toMatchObject({
        'content-encoding': coding,
        'content-type': 'text/css; charset=utf-8',
      })
      expect(body).toBe(`compressed by the build as ${coding}`)
      expect((await app.inject('/portal/assets/page-c3d4.css')).body).toBe('body { color: red }')
    },
  )

  test.each(['page-c3d4.css.br', 'other.js', 'main-a1b2.js.map', '..%2Findex.html', '%2e%2e%2findex.html'])(
    'a built portal has no file %s',
    async (name) => {
      const { statusCode, body } = await app.inject(`/portal/assets/${name}`)
      expect(statusCode).toBe(404)
      expect(JSON.parse(body).apiErrorCode).toBe('NOT_FOUND')
    },
  )

  test('a built portal leaves addresses that answer JSON alone, and takes no writes', async () => {
    expect((await app.inject('/portal/session')).body).toBe('{}')
    expect((await app.inject({ method: 'POST', url: '/portal/sign-in' })).statusCode).toBe(404)
  })

  test('a built portal is found without the slash at the end', async () => {
    const { statusCode, headers } = await app.inject('/portal')
    expect([statusCode, headers.location]).toEqual([308, '/portal/'])
  })
})

test('without a build, the page says what to do', async () => {
  const { statusCode, body, headers } = await appWith({ folder: join(folder, 'missing') }).inject(
    '/portal/sign-in',
  )
  expect(statusCode).toBe(503)
  expect(body).toContain('npm run portal:build')
  expect(headers['cache-control']).toBe('no-store')
})

describe('a portal that is being built', () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ahead = appWith({ folder, underWay: promise })

  test('while the portal is built, its addresses have a page that waits for it, and everything else works', async () => {
    const { statusCode, body, headers } = await ahead.inject('/portal/enter?token=abc')
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store'])
    expect(body).toContain('<h1>The portal is being built</h1>')
    expect(body).toContain('role="status"')
    expect((await ahead.inject('/portal/assets/main-a1b2.js')).statusCode).toBe(404)
    expect((await ahead.inject('/portal/session')).body).toBe('{}')
  })

  test('the policy of the page allows its own style and script, and nothing else', async () => {
    const { body, headers } = await ahead.inject('/portal/')
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? []
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(body) ?? []
    expect(script).toContain("method: 'HEAD'")
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "connect-src 'self'",
    ])
  })

  test('the page learns from a HEAD request when there is something else to show', async () => {
    const before = await ahead.inject({ method: 'HEAD', url: '/portal/enter' })
    expect([before.statusCode, before.headers['retry-after']]).toEqual([503, '1'])
    resolve()
    await promise
    const after = await ahead.inject({ method: 'HEAD', url: '/portal/enter' })
    expect([after.statusCode, after.headers['retry-after']]).toEqual([200, undefined])
    expect((await ahead.inject('/portal/enter')).body).toBe(PAGE)
    expect((await ahead.inject('/portal/assets/main-a1b2.js')).body).toBe(SCRIPT)
  })
})

test('after a build that failed, the page says what to do', async () => {
  const failed = Promise.reject(new Error('no build'))
  const app = appWith({ folder: join(folder, 'missing'), underWay: failed })
  await failed.catch(() => undefined)
  const { statusCode, body, headers } = await app.inject('/portal/')
  expect([statusCode, headers['retry-after']]).toEqual([503, undefined])
  expect(body).toContain('npm run portal:build')
})
