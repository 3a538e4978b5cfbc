import { expect, test } from 'vitest'
import { wireParameter } from './wire-values.ts'

test.for<[value: unknown, wire: string | null]>([
  ['text', 'text'],
  ['', ''],
  [12.5, '12.5'],
  [false, 'false'],
  [null, null],
  [undefined, null],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [[], '{}'],
  [
    ['plain', 'with "quotes" and \\ more', 'NULL', '', null],
    '{"plain","with \\"quotes\\" and \\\\ more","NULL","",NULL}',
  ],
  [[1, true, null], '{1,true,NULL}'],
  [[Buffer.from([0, 255])], '{"\\\\x00ff"}'],
])('%j goes over the wire as %j', ([value, wire]) => {
  expect(wireParameter(value)).toBe(wire)
})

test('bytes go as they are', () => {
  expect(wireParameter(new Uint8Array([1, 2]))).toEqual(Buffer.from([1, 2]))
})

test.for([[{ a: 1 }], [Symbol('x')], [1n], [() => 1]])('%o is refused before anything is sent', ([value]) => {
  expect(() => wireParameter(value)).toThrow(TypeError)
})
