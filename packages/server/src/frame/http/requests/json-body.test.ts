import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonFault, MAX_DEPTH } from './json-body.ts'

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

it.each([
  '{"a":1,"a":1}',
  '{"a":{"b":1,"c":[],"b":2}}',
  '[1,{"x":"y","x":null}]',
  '{"a":{"a":1},"b":[{"a":1}],"a":2}',
  String.raw`{"a":1,"\u0061":2}`,
  String.raw`{"a\"":"\\","a\"":1}`,
  '{"":1,"":2}',
  '{"__proto__":1,"__proto__":2}',
  String.raw`{"\ud800":1,"\uD800":2}`,
])('the name that is given twice in %s is found', (text) => {
  expect(jsonFault(text)).toBe('has a duplicate name in an object')
})

it.each([
  '{"a":{"a":{"a":"a"}},"b":["a","a"]}',
  '[{"a":1},{"a":2}]',
  '{"a":"a","b":"a,\\"a\\":1"}',
  String.raw`{"a\\":1,"a":"{\"a\":1,\"a\":2}"}`,
  String.raw`{"\ud800":1,"\udbff":2}`,
  '"a"',
  '[]',
  'null',
])('no name is given twice in %s', (text) => {
  expect(jsonFault(text)).toBeNull()
})

it(`a body may nest values ${MAX_DEPTH} levels deep and no deeper`, () => {
  expect(jsonFault(nested(MAX_DEPTH))).toBeNull()
  expect(jsonFault(nested(MAX_DEPTH + 2))).toBe(`is nested deeper than ${MAX_DEPTH} levels`)
  expect(jsonFault('['.repeat(100_000) + ']'.repeat(100_000))).toBe(
    `is nested deeper than ${MAX_DEPTH} levels`,
  )
})

it('no name is given twice in the output of a JSON library', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 8 }), (text) => jsonFault(text) === null))
})

it('one name that is given twice among many that differ is found', () => {
  const odd = fc.constantFrom('', '"', '\\', '\\"', '\u0000', '\ud800', '🎈', 'é', '{', ',')
  const names = fc.uniqueArray(fc.oneof(odd, fc.string({ maxLength: 6 })), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(names, fc.nat(), (all, index) => {
      const again = all[index % all.length]
      const fields = [...all, again].map((name) => `${JSON.stringify(name)}:{"a":[${JSON.stringify(name)}]}`)
      expect(jsonFault(`{${fields.slice(0, -1).join(',')}}`)).toBeNull()
      expect(jsonFault(`{${fields.join(' , ')}}`)).not.toBeNull()
    }),
  )
})
