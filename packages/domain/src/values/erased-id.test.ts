import { expect, test } from 'vitest'
import { isErasedId } from './erased-id.ts'

test.each([
  ['erased-0b8f3c9e-5a4d-4c1e-9f00-3c5e8a1b2d4f', true],
  ['erased-user', false],
  ['erased-', false],
  ['0b8f3c9e-5a4d-4c1e-9f00-3c5e8a1b2d4f', false],
  ['erased-0b8f3c9e-5a4d-4c1e-9f00-3c5e8a1b2d4f1', false],
])('an erased ID is the placeholder alone: %s is one, %s', (id, expected) => {
  expect(isErasedId(id)).toBe(expected)
})
