import { expect, test } from 'vitest'
import { presentableNames } from './presentable-name.ts'

const shown = (firstName: string | null, lastName: string | null = null) =>
  presentableNames({ firstName, lastName, isConfirmed: true })

test.each([
  ['Ada', 'Lovelace', 'Ada L.'],
  [' Ada ', ' Lovelace', 'Ada L.'],
  ['Ada', null, 'Ada'],
  ['Ada', ' ', 'Ada'],
  ['Jean-Luc', "O'Neil", 'Jean-Luc O.'],
  ['J. R.', 'Tolkien', 'J. R. T.'],
  ['María del Carmen', 'Ruiz', 'María del Carmen R.'],
  ['Zoë', 'Åström', 'Zoë Å.'],
  ['さくら', '𠮷田', 'さくら 𠮷.'],
  ['สุทธิพงษ์', null, 'สุทธิพงษ์'],
  ['Ada', 'evil.example.com', 'Ada'],
  [null, 'Lovelace', null],
])('%j %j is shown as %j', (first, last, short) => {
  expect(shown(first, last).short).toBe(short)
})

test('the first name alone is shown where a sentence has it', () => {
  expect(shown(' Ada ', 'Lovelace').first).toBe('Ada')
})

test('a name of which only unsigned calls know is not shown', () => {
  const name = { firstName: 'Ada', lastName: 'Lovelace', isConfirmed: false }
  expect(presentableNames(name)).toEqual({ first: null, short: null })
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
  'Your card was declined',
  '-Bob',
  'Bob\u202e',
  '\u3164',
  'Bob\u200d',
  `Bob${'\u0301'.repeat(4)}`,
  '\u0301Bob',
  '{reward}',
])('%j is not written like a name', (text) => {
  expect(shown(text, 'Lovelace')).toEqual({ first: null, short: null })
})
