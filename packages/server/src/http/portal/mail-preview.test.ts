import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveMailPreview } from './mail-preview.ts'

test('the preview of e-mails runs its own script alone, without an origin, and loads nothing', async () => {
  const app = fastify()
  serveMailPreview(app)
  const { statusCode, headers, body } = await app.inject({ url: '/portal/mail-preview' })
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
  ])
})
