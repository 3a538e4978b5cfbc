import { expect, test } from 'vitest'
import { unreachable } from './unreachable.ts'

test('a case that got past the compiler throws and is named', () => {
  expect(() => unreachable('SURPRISE' as never)).toThrow('Unhandled case: SURPRISE')
})
