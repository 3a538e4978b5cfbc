import { describe, expect, test } from 'vitest'
import { LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { app, setProgram } = service
const get = (url: string) => app.inject({ url })
const policyOf = async (url: string) => `${(await get(url)).headers['content-security-policy']}`

describe('the page of the widget', () => {
  test('the page of the widget may do next to nothing, and be framed by the landing page alone', async () => {
    const { statusCode, headers, body } = await get('/widget/acme?mode=popup&locale=de')
    expect(statusCode).toBe(200)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const policy = `${headers['content-security-policy']}`.split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      `frame-ancestors ${new URL(LANDING_PAGE).origin}`,
    ])
    expect(body).not.toMatch(/\son\w+=|<style|javascript:/i)
  })

  test('the page of the widget is framed by listed origins as well, once each, as browsers write them', async () => {
    await setProgram({
      allowedOrigins: ['https://Partner.example', 'https://shop.example.com'],
    })
    expect(await policyOf('/widget/acme')).toMatch(
      /frame-ancestors https:\/\/shop\.example\.com https:\/\/partner\.example$/,
    )
    await setProgram({})
  })

  test('the page of the widget cannot be framed while no origin is set', async () => {
    await setProgram({ landingPage: null })
    expect(await policyOf('/widget/acme')).toMatch(/frame-ancestors 'none'$/)
    await setProgram({})
  })

  test('the page of the widget shows pictures of the logo’s origin alone', async () => {
    await setProgram({ theme: { logo: 'https://cdn.example.com/logo.svg' } })
    expect(await policyOf('/widget/acme')).toContain('; img-src https://cdn.example.com;')
    await setProgram({})
  })

  test('the page of the widget holds what the program says as text', async () => {
    await setProgram({ name: `"'></title><script>alert(1)</script>&` })
    const { body } = await get('/widget/acme')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<title>&#34;&#39;&#62;&#60;/title&#62;')
    await setProgram({})
  })

  test('the page of the widget loads files that never change under their names', async () => {
    const { body } = await get('/widget/acme')
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => `/widget/${file}`)
    expect(files).toHaveLength(3)
    const types = []
    for (const file of files) {
      const { statusCode, headers } = await get(file)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      types.push(headers['content-type'])
    }
    expect(types).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  test.each(['/widget/nobody', '/widget/no.alias', '/widget/%00', '/widget/TEST'])(
    '%s is a plain page in every frame',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).not.toContain('frame-ancestors')
      expect(body).toContain('There is no program with this alias.')
    },
  )
})

test.each([
  ['/portal/widget-preview', 2],
  ['/portal/offer-preview', 1],
])('the preview %s has no data, loads none, and is framed by the portal alone', async (path, loaded) => {
  const { statusCode, headers, body } = await get(path)
  expect(statusCode).toBe(200)
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
  })
  const policy = `${headers['content-security-policy']}`.split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  // By default nothing is loaded, and there is no exception for calls of the API.
  expect(policy.join()).not.toContain('connect-src')
  expect(body).not.toMatch(/data-|\son\w+=|<style|javascript:/i)
  const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
  for (const file of files) {
    const { pathname } = new URL(file, `http://localhost${path}`)
    expect((await get(pathname)).statusCode).toBe(200)
  }
  expect(files).toHaveLength(loaded)
})
