import { importColumnsOf } from '../../files/imports/import-columns.ts'
import { type FileRecord, fileRecords } from '../../files/imports/reading/file-records.ts'
import { csvRows, headerCells, jsonRows } from '../../files/imports/reading/file-rows.ts'
import { RowFields } from '../../files/imports/reading/row-fields.ts'
import { jsonRow } from '../../files/imports/reading/source-row.ts'
import { checkedFile } from '../../files/imports/recognition/checked-file.ts'
import { refuseForeignFile } from '../../files/imports/recognition/foreign-file.ts'
import { headerOf } from '../../files/imports/recognition/header.ts'
import { readFormerCodes } from '../../files/imports/users/former-codes.ts'
import { isAnswerAbout } from '../../privacy/personal-data/answers-about.ts'
import { notificationsAbout } from '../../privacy/personal-data/notifications-about.ts'
import type { Wanted } from '../../privacy/personal-data/wanted.ts'
import { type InputParser, noThrow } from './input-parser.ts'

const columns = importColumnsOf('users', null)
const someone = { userId: 'bob', accountId: 'acct', email: 'b@c', names: [], codes: [] } as unknown as Wanted

/** The parsers of texts that jobs read later: files of imports, kept answers and notifications. */
export const storedTextParsers: readonly InputParser[] = [
  {
    file: 'server/src/files/imports/reading/file-records.ts',
    parse: (text) => Promise.all([true, false].map((hasQuotes) => recordsOf(text, hasQuotes))),
    pieces: ['"', '""', '\n', '"\n', ',\r\n'],
  },
  {
    file: 'server/src/files/imports/reading/file-rows.ts',
    parse: async (text) => {
      const records = await recordsOf(text, true)
      return [
        csvRows(records, new Map(), 2),
        jsonRows(records),
        records.slice(0, 1).map((it) => headerCells(it)),
      ]
    },
    pieces: ['"', '","', 'a,b\n', '{"a":1}\n', '{"__proto__":', '[['],
  },
  {
    file: 'server/src/files/imports/recognition/checked-file.ts',
    parse: (text) =>
      Promise.allSettled([
        checkedFile(bytesOf(text), { kind: 'users', format: 'csv', columns }),
        checkedFile(bytesOf(`sep=${text}`), { kind: 'users', format: 'csv', columns }),
        checkedFile(bytesOf(`accountId,id${text}`), { kind: 'users', format: 'csv', columns }),
      ]),
    pieces: ['sep=', '\n', '\r', '",'],
  },
  {
    file: 'server/src/files/imports/recognition/foreign-file.ts',
    parse: (text) => noThrow((it) => refuseForeignFile(Buffer.from(it), 'csv'), text),
    pieces: ['[', '[[a', '{', '\ufeff'],
  },
  {
    file: 'server/src/files/imports/recognition/header.ts',
    parse: (text) => [
      noThrow((it) => headerOf([it], 'users', columns), text),
      noThrow((it) => headerOf(it.split(','), 'users', columns), `accountId,id,${text}`),
      noThrow((it) => headerOf(it.split(','), 'users', columns), text),
    ],
    pieces: ['+', 'id+', 'a,', '_', 'accuntId,'],
  },
  {
    file: 'server/src/files/imports/users/former-codes.ts',
    parse: (text) =>
      noThrow((it) => readFormerCodes(new RowFields(columns, jsonRow({ formerCodes: it }))), text),
    pieces: ['|', 'a|', ' |'],
  },
  {
    file: 'server/src/privacy/personal-data/answers-about.ts',
    parse: (text) => [
      isAnswerAbout(text, someone, true),
      isAnswerAbout(JSON.stringify({ id: 'bob', [text]: text }), someone, true),
    ],
    pieces: ['"bob"', '{"id":', '[['],
  },
  {
    file: 'server/src/privacy/personal-data/notifications-about.ts',
    parse: (text) =>
      notificationsAbout(
        someone,
        null,
        [],
      )({
        id: '',
        customer_id: null,
        subscription_id: null,
        payload: text,
      } as Parameters<ReturnType<typeof notificationsAbout>>[0]),
    pieces: ['Pj4+', 'Ym9i'],
  },
]

async function recordsOf(text: string, hasQuotes: boolean): Promise<readonly FileRecord[]> {
  const records: FileRecord[] = []
  for await (const it of fileRecords(bytesOf(text), { byte: 0, line: 1 }, hasQuotes)) records.push(it)
  return records
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
