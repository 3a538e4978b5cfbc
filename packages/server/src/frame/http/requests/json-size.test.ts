import { expect, test } from 'vitest'
import { asAcmeWithJson, createNoteFrame } from '../server/test-frame.ts'
import { MAX_NAMES, MAX_VALUES, oversize } from './json-size.ts'

const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, it) => of(it))
const named = (count: number) => `{${times(count, (it) => `"\\u0061${it}":1`).join(',')}}`
const listed = (count: number) => `[${times(count, () => '1').join(',')}]`

test('names are counted over all objects', () => {
  expect(oversize(named(MAX_NAMES))).toBeNull()
  expect(oversize(named(MAX_NAMES + 1))).toBe('has more than 1,000 names in its objects')
  expect(oversize(`[${named(MAX_NAMES / 2)},${named(MAX_NAMES / 2)}]`)).toBeNull()
  expect(oversize(`[${named(MAX_NAMES / 2)},${named(MAX_NAMES / 2 + 1)}]`)).toMatch('names')
})

test('values are counted over all lists, empty ones too', () => {
  expect(oversize(listed(MAX_VALUES - 1))).toBeNull()
  expect(oversize(listed(MAX_VALUES + 1))).toBe('has more than 10,000 values')
  expect(oversize(`[${times(MAX_VALUES, () => '[]').join(',')}]`)).toMatch('values')
  expect(oversize('['.repeat(100_000))).toMatch('values')
})

test('the names and values in strings are not counted', () => {
  expect(oversize(JSON.stringify({ text: ':,{['.repeat(MAX_VALUES) }))).toBeNull()
  expect(oversize(JSON.stringify(['"\\"'.repeat(MAX_VALUES)]))).toBeNull()
})

test('a body of a quarter of a megabyte with thousands of names is 400, and nothing of it is parsed', async () => {
  const { app } = createNoteFrame()
  const payload = `{"id":"a",${named(15_000).slice(1)}`
  expect(payload.length).toBeLessThan(256 * 1024)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/acme/note',
    headers: asAcmeWithJson,
    payload,
  })
  expect(answer.json()).toMatchObject({ statusCode: 400, apiErrorCode: 'MALFORMED_JSON' })
  expect(answer.json().message).toMatch('more than 1,000 names')
})
