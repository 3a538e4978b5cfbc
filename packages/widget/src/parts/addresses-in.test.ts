import { expect, test } from 'vitest'
import { addressesIn } from './addresses-in.ts'

test.each([
  [' a@example.com\n\nb@example.com ', ['a@example.com', 'b@example.com']],
  ['a@example.com, b@example.com;a@example.com، c@', ['a@example.com', 'b@example.com', 'c@']],
  ['Doe, Carol <carol@example.com>, <b@example.com>', ['Doe', 'carol@example.com', 'b@example.com']],
  [' ,\n', []],
  ['x'.repeat(700), ['x'.repeat(600)]],
])('%j has the addresses %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
