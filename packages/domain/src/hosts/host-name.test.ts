import { expect, test } from 'vitest'
import { parseHostName } from './host-name.ts'

test.each([
  'go.acme.com',
  'acme.co',
  'a.b',
  '1.2.3.4.example',
  'xn--mnchen-3ya.example',
  'a--b.c',
  `${'x'.repeat(63)}.example`,
  `${'x.'.repeat(126)}y`,
])('%s is a host name', (text) => {
  expect(parseHostName(text)).toBe(text)
})

test.each([
  '',
  'localhost',
  'Go.acme.com',
  'go.acme.com.',
  '.acme.com',
  'go..com',
  '-go.acme.com',
  'go-.acme.com',
  'go_1.acme.com',
  'go.acme.com:443',
  'https://go.acme.com',
  'go.acme.com/x',
  'user@acme.com',
  'münchen.example',
  '*.acme.com',
  ' go.acme.com',
  'go.acme.com\n',
  '127.0.0.1',
  '[::1]',
  `${'x'.repeat(64)}.example`,
  `${'x.'.repeat(126)}yz`,
])('%j is none', (text) => {
  expect(parseHostName(text)).toBeNull()
})
