import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveHtmlPreviews } from './serve-portal-pages.ts'

test.each([
  ['e-mails', '/portal/mail-preview'],
  ['the page for referrers', '/portal/page-preview'],
])(
  'the preview of %s runs its own script alone, without an origin, and loads at most pictures',
  async (_name, url) => {
    const app = fastify()
    serveHtmlPreviews(app)
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(body) ?? []
    expect(`${headers['content-security-policy']}`.split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      "style-src 'unsafe-inline'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
      'img-src https: data:',
    ])
  },
)
