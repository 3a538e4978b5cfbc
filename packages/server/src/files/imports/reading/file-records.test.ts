import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileRecord, fileRecords, MAX_RECORD } from './file-records.ts'

async function* pieces(...texts: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function recordsOf(
  source: AsyncIterable<Buffer>,
  hasQuotes = true,
  from = { byte: 0, line: 1 },
): Promise<FileRecord[]> {
  const found: FileRecord[] = []
  for await (const record of fileRecords(source, from, hasQuotes)) found.push(record)
  return found
}

const textOf = ({ line, bytes }: FileRecord) => [line, bytes?.toString() ?? null]

test.each([
  [
    'lines',
    'a\nb\n',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'a last line without an end',
    'a\nb',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'CR LF',
    'a\r\nb\r\n',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'empty lines',
    '\n\r\na\n\n\nb\n\n',
    [
      [3, 'a'],
      [6, 'b'],
    ],
  ],
  [
    'a byte order mark',
    '\uFEFFa\nb',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'a line break in quotes',
    'a,"x\ny\r\nz"\nb',
    [
      [1, 'a,"x\ny\r\nz"'],
      [4, 'b'],
    ],
  ],
  [
    'a doubled quote',
    '"a ""b""\nc"\nd',
    [
      [1, '"a ""b""\nc"'],
      [3, 'd'],
    ],
  ],
  [
    'a quote that is not closed',
    'a\n"b\nc',
    [
      [1, 'a'],
      [2, null],
      [3, 'c'],
    ],
  ],
  [
    'CR alone, as old spreadsheets write it',
    'a\r"b\rc"\rd\r\r',
    [
      [1, 'a'],
      [2, '"b\rc"'],
      [4, 'd'],
    ],
  ],
  [
    'rows of nothing but separators',
    'a,b\n,\n;;\t \nc,d\n,,',
    [
      [1, 'a,b'],
      [4, 'c,d'],
    ],
  ],
  ['nothing', '', []],
  ['nothing but line ends', '\n\r\n\n', []],
])('the records of a file are read: %s', async (_, text, expected) => {
  expect((await recordsOf(pieces(text))).map(textOf)).toEqual(expected)
})

test('quotes, separators and CR mean nothing outside of CSV', async () => {
  expect((await recordsOf(pieces('{"a":"\n"b\rc\n,'), false)).map(textOf)).toEqual([
    [1, '{"a":"'],
    [2, '"b\rc'],
    [3, ','],
  ])
})

test('a record beyond the limit is its first line, and the next one begins after it', async () => {
  const long = 'x'.repeat(MAX_RECORD + 1)
  const fits = 'y'.repeat(MAX_RECORD)
  const texts = ['a\n', long, '\nb\n', fits, '\n"open\n', `c\n${long}`, '\nd']
  expect((await recordsOf(pieces(...texts))).map(textOf)).toEqual([
    [1, 'a'],
    [2, null],
    [3, 'b'],
    [4, fits],
    [5, null],
    [6, 'c'],
    [7, null],
    [8, 'd'],
  ])
  const cut = ['a\r', long, '\r', '\nb\r', long, '\r', 'c']
  expect((await recordsOf(pieces(...cut))).map(textOf)).toEqual([
    [1, 'a'],
    [2, null],
    [3, 'b'],
    [4, null],
    [5, 'c'],
  ])
})

test('however a file is cut, and wherever its reading goes on, the records are the same', async () => {
  const letter = fc.constantFrom('a', ',', '"', '\n', '\r\n', '\r', 'é')
  const text = fc.array(letter, { maxLength: 60 }).map((it) => it.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(80)), async (whole, cuts) => {
      const bytes = Buffer.from(whole)
      const places = [...new Set([0, ...cuts.map((it) => Math.min(it, bytes.length))])].sort((a, b) => a - b)
      const parts = places.map((at, index) => bytes.subarray(at, places[index + 1] ?? bytes.length))
      const all = await recordsOf(pieces(bytes))
      expect(await recordsOf(pieces(...parts))).toEqual(all)
      for (const [index, { next }] of all.entries()) {
        const rest = await recordsOf(pieces(bytes.subarray(next.byte)), true, next)
        expect(rest).toEqual(all.slice(index + 1))
      }
    }),
  )
})

test('no more is held than a record and what was read last', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    for (let count = 0; count < 200; count += 1) yield Buffer.alloc(MAX_RECORD, '"x,')
  }
  const found = await recordsOf(endless(), false)
  expect(found.map(({ bytes }) => bytes)).toEqual([null])
})
