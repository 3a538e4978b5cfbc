import { expect, test } from 'vitest'
import { isWorking, keyState } from './key-words.ts'

test.each([
  [{ dateExpires: null, dateRevoked: null }, 'Works', true],
  [{ dateExpires: 200, dateRevoked: null }, 'Works until it expires', true],
  [{ dateExpires: 100, dateRevoked: null }, 'Expired', false],
  [{ dateExpires: 200, dateRevoked: null, isRolled: true }, 'Being replaced', true],
  [{ dateExpires: 50, dateRevoked: null, isRolled: true }, 'Replaced', false],
  [{ dateExpires: null, dateRevoked: 40 }, 'Revoked', false],
])('%o is "%s" at 100', (key, words, works) => {
  expect(keyState(key, 100)[0]).toBe(words)
  expect(isWorking(key, 100)).toBe(works)
})
