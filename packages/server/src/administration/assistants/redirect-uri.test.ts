import { expect, test } from 'vitest'
import { isRedirectUri, isRegistered } from './redirect-uri.ts'

test.for([
  'https://claude.example.com/api/mcp/auth_callback',
  'http://127.0.0.1:33418/callback',
  'http://localhost/callback',
  'http://[::1]:8080/',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
  'com.example.assistant:/callback',
])('a code may be sent to %s', (text) => {
  expect(isRedirectUri(text)).toBe(true)
})

test.for([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://goodword.example.com/1',
  'http://shop.example.com/callback',
  'http://127.0.0.1.example.com/callback',
  'https://user:password@example.com/',
  'https://example.com/#fragment',
  'callback',
  '',
  `https://example.com/${'x'.repeat(500)}`,
])('no code may be sent to %s', (text) => {
  expect(isRedirectUri(text)).toBe(false)
})

test.for([
  ['https://a.example.com/cb', true],
  ['https://a.example.com/cb?more', false],
  ['https://a.example.com/cb/', false],
  ['https://a.example.com.evil.example/cb', false],
  ['http://127.0.0.1:1/cb', true],
  ['http://127.0.0.1:65000/cb', true],
  ['http://localhost:65000/cb', false],
  ['http://127.0.0.1:65000/other', false],
] as const)('the address %s is one of those that are registered: %s', ([requested, expected]) => {
  expect(isRegistered(requested, ['https://a.example.com/cb', 'http://127.0.0.1/cb'])).toBe(expected)
})
