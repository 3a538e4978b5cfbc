import { expect, test } from 'vitest'
import { headerFor, missingColumns, proposedChoice, withHeader } from './column-choice.ts'
import { readTable, tableOf } from './file-table.ts'

test.each([
  [
    'commas',
    'a,b\n1,2\n3,4',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['semicolons, a byte order mark and CR LF', '\ufeffa;b\r\n1;2\r\n', [['1', '2']]],
  ['CR alone and empty lines', 'a\tb\r\r1\t2\r', [['1', '2']]],
  ['the first line of Excel', 'sep=;\na;b\n1;"2,5"\n', [['1', '2,5']]],
  ['quotes, separators and line ends within fields', 'a,b\n"x ""y"",\nz",2\n', [['x "y",\nz', '2']]],
])('the first rows of a file with %s are found', (_, text, rows) => {
  expect(tableOf(text, true)).toMatchObject({
    columns: ['a', 'b'],
    rows: rows.map((cells) => ({ cells })),
  })
})

test.each(['', 'a,b', 'a\n1\n', '{"accountId":"x", "id":1}\n{}', '[{"a":1},\n{"b":2}]', 'PK\x03\x04,,\n,x'])(
  'the service says what %j is',
  (text) => {
    expect(tableOf(text, true)).toBeNull()
  },
)

test('a row that is cut off is not shown', () => {
  expect(tableOf('a,b\n1,2\n3,', false)?.rows.map((it) => it.cells)).toEqual([['1', '2']])
})

test('a file is sent with the names of the fields that its columns fill, and its rows as they are', async () => {
  const file = new File(['\ufeffKürzel;E-Mail;id;x\r\n7;a@example.org;no;"ü;"\r\n'], 'other.csv')
  const table = await readTable(file)
  if (table === null) throw new Error('no table')
  const proposed = proposedChoice('users', table)
  expect(proposed).toEqual({ accountId: 2, id: 2, email: 1 })
  const choice = { accountId: 0, id: 0, email: 1 }
  const names = headerFor('users', table, choice)
  expect(names).toEqual(['accountId+id', 'email', 'id (not imported)', 'x'])
  const sent = await withHeader(file, table, names).arrayBuffer()
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(sent)).toBe(
    '\ufeffaccountId+id;email;id (not imported);x\r\n7;a@example.org;no;"ü;"\r\n',
  )
  expect(withHeader(file, table, table.columns)).toBe(file)
  expect(missingColumns('users', choice)).toEqual([])
  expect(missingColumns('referrals', {}).map((it) => it.param)).toEqual([
    'columns.referralCode',
    'columns.referredAccountId',
    'columns.dateReferralStarted',
  ])
})
