import { expect, test } from 'vitest'
import { deliverableAddress } from './mail-address.ts'

test.each([
  ['bob@example.com', 'bob@example.com'],
  [' Bob.T+tag@Example.COM ', 'Bob.T+tag@example.com'],
  ["o'neil@example.co.uk", "o'neil@example.co.uk"],
  ['bob@bücher.example', 'bob@xn--bcher-kva.example'],
  ['jürgen@example.com', 'jürgen@example.com'],
  [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
  [`${'x'.repeat(65)}@example.com`, null],
  [`bob@${'x'.repeat(64)}.com`, null],
  [`bob@${'x.'.repeat(126)}com`, null],
  ['bob@localhost', null],
  ['bob@[127.0.0.1]', null],
  ['bob', null],
  ['@example.com', null],
  ['bob@', null],
  ['a@b@example.com', null],
  ['"a b"@example.com', null],
  ['"victim@example.com x"@example.org', null],
  ['bob@example.com, eve@example.com', null],
  ['bob@example.com\r\nBcc: eve@example.com', null],
  ['bob\r\nBcc:@example.com', null],
  ['<bob@example.com>', null],
  ['Bob <bob@example.com', null],
  ['bob(comment)@example.com', null],
  ['bob@exa mple.com', null],
  ['bob\u0000@example.com', null],
  ['bob\u202e@example.com', null],
  ['bob@-example.com', null],
  ['bob@example..com', null],
  ['\ud800@example.com', null],
])('%j is sent to %j', (text, address) => {
  expect(deliverableAddress(text)).toBe(address)
})
