import { expect, test } from 'vitest'
import { asAcme, createNoteFrame } from '../server/test-frame.ts'
import { parseQuery, rejectInvalidQuery, repeated } from './query.ts'

const { app } = createNoteFrame()

test('a query is split into decoded names and values', () => {
  expect(parseQuery('a=1&b=x+y%26&c&=d&&e%3d=2')).toEqual({ a: '1', b: 'x y&', c: '', 'e=': '2' })
})

test('a repeated parameter and a value that is not UTF-8 are marked', () => {
  expect(parseQuery('a=1&a=2&a=3&b=%FF&%FF=1')).toEqual({ a: repeated, b: null, '%FF': '1' })
  expect(Object.keys(parseQuery('__proto__=1&__proto__=2'))).toEqual(['__proto__'])
})

test('100 parameters and 12,288 characters are the most that is read', () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
  expect(Object.keys(parseQuery(parameters(100)))).toHaveLength(100)
  expect(() => rejectInvalidQuery(parseQuery(parameters(101)))).toThrow(/more than 100 parameters/)
  expect(parseQuery(`a=${'b'.repeat(12_286)}`)).toEqual({ a: 'b'.repeat(12_286) })
  expect(() => rejectInvalidQuery(parseQuery(`a=${'b'.repeat(12_287)}`))).toThrow(/longer than 12,288/)
})

test.each([
  ['/livez', 'a&'.repeat(101), 400, 'MALFORMED_REQUEST'],
  ['/livez', 'a'.repeat(12_289), 414, 'URI_TOO_LONG'],
  ['/api/v1/acme/note/a', 'a'.repeat(12_289), 414, 'URI_TOO_LONG'],
])('%s refuses a query beyond the limits', async (path, query, status, code) => {
  const answer = await app.inject({ url: `${path}?${query}` })
  expect(answer.json()).toMatchObject({ statusCode: status, apiErrorCode: code, param: null })
})

test.each([
  ['dateGiven=1', 'dateGiven'],
  ['limit=1&Code=AB', 'Code'],
  ['%FF=1', '%FF'],
  ['__proto__=1', '__proto__'],
  [`${'a'.repeat(63)}%F0%9F%98%80=1`, `${'a'.repeat(63)}\ufffd`],
])('a parameter that the operation does not have is named: %s', async (query, param) => {
  const answer = await app.inject({ url: `/api/v1/acme/note/a?${query}`, headers: asAcme })
  expect(answer.json()).toMatchObject({ statusCode: 400, apiErrorCode: 'VALIDATION_FAILED', param })
  expect(answer.json().message).toContain('Its parameters are limit, code.')
})
