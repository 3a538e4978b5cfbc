import { expect, test } from 'vitest'
import { createFrame } from '../../frame/http/server/test-frame.ts'
import { serveHome } from './home-page.ts'

const { app } = createFrame()
serveHome(app, 'https://goodword.example.com')

test('a browser gets a page that leads on', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const { statusCode, headers, body } = await app.inject({ url: '/', headers: { accept } })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect([...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    'portal/',
    'docs/',
    'docs/reference/',
    'docs/errors',
    'docs/openapi.json',
    'readyz',
  ])
})

test.each(['*/*', 'application/json', undefined])('a program that accepts %s gets JSON', async (accept) => {
  const answer = await app.inject({ url: '/', headers: accept === undefined ? {} : { accept } })
  expect(answer.json()).toMatchObject({ documentation: 'https://goodword.example.com/docs/' })
  expect(answer.headers).toMatchObject({ vary: 'Accept', 'x-content-type-options': 'nosniff' })
})

test('the index for assistants is found at the root, where they look for it', async () => {
  const { statusCode, headers } = await app.inject({ url: '/llms.txt' })
  expect([statusCode, headers.location]).toEqual([302, 'https://goodword.example.com/docs/llms.txt'])
})
