import { describe, expect, test } from 'vitest'
import { answerDifferences } from './answer-differences.ts'
import { blocksOf } from './guide-blocks.ts'
import { MadeValues } from './made-values.ts'

const SHOWN = 'http://127.0.0.1:4000'
const ACTUAL = 'http://127.0.0.1:53211'
const one = { shown: '01a1fcae-157d-7000-abf2-16bad64d63e9', actual: '01a1fcd3-7822-7000-8842-df9a41bebb4f' }
const two = { shown: '01a1fcae-1711-7000-9c1d-52f80a1c7e02', actual: '01a1fcd5-38f1-7000-9af8-4bcae7bf5f38' }

const made = () => new MadeValues({ [SHOWN]: ACTUAL })
const differences = (text: string, actual: unknown, values = made()) =>
  answerDifferences({ language: 'jsonc', text, line: 1 }, JSON.stringify(actual), values)
const http = (text: string, actual: string) =>
  answerDifferences({ language: 'http', text, line: 1 }, actual, made())

describe('equal answers', () => {
  test.each([
    ['the same', '{ "id": "acct", "value": 49.90, "list": [1] }', { id: 'acct', value: 49.9, list: [1] }],
    ['the order of fields does not matter', '{ "a": 1, "b": 2 }', { b: 2, a: 1 }],
    ['the rest of an object is left out', '{ "a": 1,\n  // …\n}', { a: 1, b: 2 }],
    ['all of an object is left out', '{ "a": { /* … */ } }', { a: { b: 2 } }],
    ['the rest of a list is left out', '[1, /* … */]', [1, 2]],
    ['a slash in a text is no comment', '{ "a": "http://x.test" }', { a: 'http://x.test' }],
    ['any id', `"${one.shown}"`, one.actual],
    [
      'any code, also within a link',
      `"${SHOWN}/r/acme/K7QW2M9XD?via=email"`,
      `${ACTUAL}/r/acme/BCDFGHJKM?via=email`,
    ],
    ['any time', '{ "at": 1795240629629 }', { at: 1795243079714 }],
    ['any key of its kind', '"gw_live_t5Gk…"', 'gw_live_d0lR4F8wFhWGd5plKGg0MfP29agLk5hrFmSYqJxFasR3EXwoD'],
  ])('an answer is as the guide shows it: %s', (_, shown, actual) => {
    expect(differences(shown, actual)).toEqual([])
  })
})

describe('different answers', () => {
  test.each([
    ['another value', '{ "a": { "b": 1 } }', { a: { b: 2 } }, 'the answer.a.b is 2'],
    ['a number for a text', '"1"', 1, 'the answer is 1'],
    ['a field more', '{ "a": 1 }', { a: 1, b: 2 }, 'the answer.b is not shown: 2'],
    ['a field less', '{ "a": 1, /* … */ }', {}, 'the answer.a is missing'],
    ['an entry more', '[1]', [1, 2], 'the answer has 2 entries: [1,2]'],
    ['null for a time', '{ "at": 1795240629629 }', { at: null }, 'the answer.at is null'],
    ['a small number for a time', '{ "at": 1795240629629 }', { at: 12 }, 'the answer.at is 12'],
    ['a key of another kind', '"gw_live_a…"', 'gw_test_b', 'the answer is "gw_test_b"'],
    ['another medium', '"K7QW2M9XD?via=email"', 'BCDFGHJKM?via=x', 'the answer is "BCDFGHJKM?via=x"'],
  ])('a response that differs is reported: %s', (_, shown, actual, expected) => {
    expect(differences(shown, actual)).toEqual([expected])
  })

  test('two ids where the guide shows one, and one where it shows two, are reported', () => {
    expect(differences(`["${one.shown}", "${one.shown}"]`, [one.actual, two.actual])).toHaveLength(1)
    expect(differences(`["${one.shown}", "${two.shown}"]`, [one.actual, one.actual])).toHaveLength(1)
  })

  test('a response that is no JSON is reported', () => {
    expect(answerDifferences({ language: 'json', text: '{}', line: 1 }, '<html>', made())).toHaveLength(1)
  })
})

test('a shown value stands for the actual one in later commands', () => {
  const values = made()
  differences(
    `{ "id": "${one.shown}", "now": 1795240629629 }`,
    { id: one.actual, now: 1795243079714 },
    values,
  )
  expect(values.actual(`curl ${SHOWN}/x/${one.shown} -d 1795240629629 ${two.shown}`)).toBe(
    `curl ${ACTUAL}/x/${one.actual} -d 1795243079714 ${two.shown}`,
  )
})

describe('an answer with its head', () => {
  const actual = 'HTTP/1.1 200 OK\r\nx-request-id: 1\r\nidempotency-replayed: true\r\n\r\n{"a":1}'

  test('an answer with its head has the status, the headers shown and the body', () => {
    expect(http('HTTP/1.1 200 OK\nIdempotency-Replayed: true\n\n{ "a": 1 }', actual)).toEqual([])
    expect(http('HTTP/1.1 200 OK', actual)).toEqual([])
  })

  test.each([
    'HTTP/1.1 201 Created',
    'HTTP/1.1 200 OK\nRetry-After: 1',
    'HTTP/1.1 200 OK\nIdempotency-Replayed: no',
    'HTTP/1.1 200 OK\n\n{ "a": 2 }',
  ])('an answer with its head is reported when it is not %j', (shown) => {
    expect(http(shown, actual)).toHaveLength(1)
  })
})

describe('the blocks of a guide', () => {
  test('the blocks of a guide are found in their order, with their lines', () => {
    expect(blocksOf('# A\n\n```sh\nls\n```\n\ntext\n\n```json\n{\n}\n```\n')).toEqual([
      { language: 'sh', text: 'ls', line: 3 },
      { language: 'json', text: '{\n}', line: 9 },
    ])
  })

  test.each(['```sh\nls\n', '```shell\nls\n```\n', '```\nls\n```\n'])(
    'a block of a guide cannot be %j',
    (markdown) => {
      expect(() => blocksOf(markdown)).toThrow(/^line 1: /)
    },
  )
})
