import { type FileRecord, fileRecords } from '../../operations/files/imports/file-records.ts'
import { csvRows, headerCells, jsonRows } from '../../operations/files/imports/file-rows.ts'
import { isAnswerAbout } from '../../operations/privacy/personal-data/answers-about.ts'
import { notificationsAbout } from '../../operations/privacy/personal-data/notifications-about.ts'
import type { Wanted } from '../../operations/privacy/personal-data/wanted.ts'
import type { InputParser } from './input-parser.ts'

const someone = { userId: 'bob', accountId: 'acct', email: 'b@c', names: [], codes: [] } as unknown as Wanted

/** What jobs read later of what was sent: files of imports, kept answers and notifications. */
export const storedTextParsers: readonly InputParser[] = [
  {
    file: 'server/src/operations/files/imports/file-records.ts',
    parse: (text) => Promise.all([true, false].map((hasQuotes) => recordsOf(text, hasQuotes))),
    pieces: ['"', '""', '\n', '"\n', ',\r\n'],
  },
  {
    file: 'server/src/operations/files/imports/file-rows.ts',
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
    file: 'server/src/operations/privacy/personal-data/answers-about.ts',
    parse: (text) => [
      isAnswerAbout(text, someone, true),
      isAnswerAbout(JSON.stringify({ id: 'bob', [text]: text }), someone, true),
    ],
    pieces: ['"bob"', '{"id":', '[['],
  },
  {
    file: 'server/src/operations/privacy/personal-data/notifications-about.ts',
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
  async function* pieces() {
    yield Buffer.from(text)
  }
  const records: FileRecord[] = []
  for await (const it of fileRecords(pieces(), { byte: 0, line: 1 }, hasQuotes)) records.push(it)
  return records
}
