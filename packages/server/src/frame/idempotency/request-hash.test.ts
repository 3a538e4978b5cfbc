import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestHash } from './request-hash.ts'

const hashOf = (body: unknown) => requestHash('POST', '/api/v1/acme/note', body).toString('hex')

describe('equal requests', () => {
  it('two requests are the same for any order of names and any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(turned(value), null, 2)
        expect(hashOf(JSON.parse(text))).toBe(hashOf(value))
      }),
    )
  })

  it('two requests are the same however a number is written', () => {
    expect(hashOf(JSON.parse('{"a":1.0,"b":10}'))).toBe(hashOf(JSON.parse('{"b":1e1,"a":1}')))
  })
})

describe('different requests', () => {
  it('two requests differ when a value of their bodies does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
        expect(hashOf(one) === hashOf(other)).toBe(isSame)
      }),
    )
  })

  it.each([
    ['{"a":"1"}', '{"a":1}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"a":[1,[2]]}', '{"a":[[1],2]}'],
    ['{"a":["b","c"]}', '{"a":["b,c"]}'],
    ['{"a":{"b":1},"c":2}', '{"a":{"b":1,"c":2}}'],
    ['{"a":null}', '{}'],
    ['null', '"null"'],
    ['[1,2]', '[2,1]'],
  ])('%s is not %s', (one, other) => {
    expect(hashOf(JSON.parse(one))).not.toBe(hashOf(JSON.parse(other)))
  })

  it('two requests differ by method and address too', () => {
    const hashes = [
      requestHash('POST', '/a', null),
      requestHash('PUT', '/a', null),
      requestHash('POST', '/b', null),
      requestHash('POST', '/a?x=1', null),
    ].map((it) => it.toString('hex'))
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

it('a body may be as deep and as wide as its size allows', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const wide = JSON.parse(`[${'1,'.repeat(125_000)}1]`)
  expect(hashOf(deep)).not.toBe(hashOf(wide))
})

/** The value with the names of its objects in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, it]) => [name, turned(it)]),
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, it]) => [name, sorted(it)]))
}
