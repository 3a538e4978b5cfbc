import { expect, test } from 'vitest'
import { mailName, plainName } from './mail-name.ts'

test.each([
  ['Ada', 'Lovelace', 'Ada L.'],
  ['Ada', null, 'Ada'],
  ['Jean-Luc', "O'Neil", 'Jean-Luc O.'],
  ['J. R.', 'Tolkien', 'J. R. T.'],
  ['Zoë', 'Åström', 'Zoë Å.'],
  ['さくら', null, 'さくら'],
  ['Ada', 'evil.example.com', 'Ada'],
  [null, 'Lovelace', null],
])('%j %j is shown as %j', (first, last, shown) => {
  expect(mailName(first, last)).toBe(shown)
})

test.each([
  '',
  ' ',
  'Win €1000',
  'evil.example.com',
  'www.example.com',
  'https://example.com',
  'bob@example.com',
  '<b>Bob</b>',
  'Bob\nBcc: eve@example.com',
  'call 0800 123',
  'x'.repeat(41),
  '-Bob',
  'Bob\u202e',
  '{reward}',
])('%j is not written like a name', (text) => {
  expect(plainName(text)).toBeNull()
})
