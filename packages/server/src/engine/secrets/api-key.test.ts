import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiKeyHash, isApiKey, lastFourOf, makeApiKey, makeSigningKey } from './api-key.ts'

const live = makeApiKey('live')

test('a new key says its mode and passes its own check', () => {
  expect(live).toMatch(/^gw_live_[0-9A-Za-z]{49}$/)
  expect(makeApiKey('test')).toMatch(/^gw_test_[0-9A-Za-z]{49}$/)
  expect(isApiKey(live)).toBe(true)
})

test('two keys are never the same', () => {
  const keys = new Set(Array.from({ length: 500 }, () => makeApiKey('live')))
  expect(keys.size).toBe(500)
})

test('a key with one character changed is no key', () => {
  const position = fc.integer({ min: 0, max: live.length - 1 })
  fc.assert(
    fc.property(position, fc.constantFrom(...'0aZ_-é \u0000'), (at, other) => {
      const changed = live.slice(0, at) + other + live.slice(at + 1)
      expect(isApiKey(changed)).toBe(changed === live)
    }),
  )
})

test('a key of one mode is no key of the other', () => {
  expect(isApiKey(live.replace('gw_live_', 'gw_test_'))).toBe(false)
})

test('no other text is a key', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isApiKey(text)))
  for (const text of ['', live.slice(0, -1), `${live}0`, ` ${live}`, `${live}\n`, makeSigningKey()]) {
    expect(isApiKey(text)).toBe(false)
  }
})

test('the stored part of a key is its SHA-256 and its end', () => {
  expect(apiKeyHash('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  expect(live.endsWith(lastFourOf(live))).toBe(true)
  expect(lastFourOf(live)).toHaveLength(4)
})

test('a signing key is as long as an API key and says what it is', () => {
  expect(makeSigningKey()).toMatch(/^gw_sign_[0-9A-Za-z]{49}$/)
})
