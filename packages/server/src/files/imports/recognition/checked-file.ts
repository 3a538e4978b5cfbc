import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportFormat, ImportKind } from '@goodword/domain/files/import'
import type { ImportColumns } from '@goodword/domain/files/import-columns'
import { type FilePosition, type FileRecord, fileRecords } from '../reading/file-records.ts'
import { headerCells, type Separator, separatorOf, separators } from '../reading/file-rows.ts'
import { refuseForeignFile } from './foreign-file.ts'
import { headerOf } from './header.ts'

/** How much of a file is read before it is stored: its header, and in nearly every file a row. */
const LOOKED_AT_BYTES = 256 * 1024

export const NO_ROWS =
  'The file has a header and no rows. Look whether the export had any, and send the file with its rows.'

/** A file whose beginning can be read. */
export type CheckedFile = {
  readonly file: AsyncIterable<Buffer>
  readonly separator: Separator | null
  /** Where its header begins, or its first row in NDJSON. */
  readonly start: FilePosition
}

type Expected = {
  readonly kind: ImportKind
  readonly format: ImportFormat
  readonly columns: ImportColumns
}

/**
 * Reads the beginning of a file, and returns the file with it.
 *
 * @throws Refusal VALIDATION_FAILED for a file that cannot be imported as it is: it names the fault and the fix
 */
export async function checkedFile(file: AsyncIterable<Buffer>, expected: Expected): Promise<CheckedFile> {
  const chunks = file[Symbol.asyncIterator]()
  const beginning = new Beginning(chunks)
  const { format } = expected
  const records = fileRecords(beginning.read(), { byte: 0, line: 1 }, format === 'csv')
  const first = await nextOf(records)
  refuseForeignFile(beginning.bytes(), format)
  if (first === null) throw unreadable('The file is empty. Send the rows as the body of the request.')
  if (format === 'ndjson') return { file: beginning.all(), separator: null, start: { byte: 0, line: 1 } }

  const named = namedSeparator(first)
  const header = named === null ? first : await nextOf(records)
  if (header === null) throw unreadable(NO_ROWS)
  const separator = named ?? separatorOf(header)
  checkHeader(header, separator, expected)
  if ((await nextOf(records)) === null && !beginning.isCut) throw unreadable(NO_ROWS)
  return { file: beginning.all(), separator, start: named === null ? { byte: 0, line: 1 } : first.next }
}

async function nextOf(records: AsyncIterator<FileRecord>): Promise<FileRecord | null> {
  const next = await records.next()
  return next.done === true ? null : next.value
}

/** The beginning of a file, which was read already and comes before the rest. */
class Beginning {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #read: Buffer[] = []
  /** Whether the file continues after the part that was read. */
  isCut = false

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  async *read(): AsyncGenerator<Buffer> {
    let length = 0
    for (let next = await this.#chunks.next(); next.done !== true; next = await this.#chunks.next()) {
      this.#read.push(next.value)
      length += next.value.length
      this.isCut = length > LOOKED_AT_BYTES
      yield next.value
      if (this.isCut) return
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#read)
  }

  async *all(): AsyncGenerator<Buffer> {
    yield* this.#read
    for (let next = await this.#chunks.next(); next.done !== true; next = await this.#chunks.next()) {
      yield next.value
    }
  }
}

const SEPARATOR_LINE = /^"?sep=(.)"?$/i

/** The separator that a first line for Excel names; null if it is no such line. */
function namedSeparator({ bytes }: FileRecord): Separator | null {
  const [, name] = SEPARATOR_LINE.exec(bytes?.toString() ?? '') ?? []
  if (name === undefined) return null
  const separator = separators.find((it) => it === name)
  if (separator !== undefined) return separator
  throw unreadable(
    `The first line says that fields are separated by "${name}". Save the file with commas, semicolons or tabs.`,
  )
}

function checkHeader(record: FileRecord, separator: Separator, { kind, columns }: Expected): void {
  const header = headerCells(record, separator)
  if ('code' in header) throw unreadable(`The header cannot be read. ${header.message}`)
  headerOf(header, kind, columns)
}

function unreadable(message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, 'body')
}
