/** Where a record begins in a file, and the line there. */
export type FilePosition = { readonly byte: number; readonly line: number }

/**
 * A record of a file, without the end of its line; null instead of its bytes if it is too long. `next` is where the record
 * after it begins.
 */
export type FileRecord = {
  readonly line: number
  readonly bytes: Buffer | null
  readonly next: FilePosition
}

/** Longer than any row that can be imported. */
export const MAX_RECORD = 64 * 1024

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
/** The bytes of an empty row of a CSV file. */
const EMPTY = new Set(Buffer.from(',;\t '))
/** Some programs write it at the beginning of a file in UTF-8. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Splits a file into records, which are lines; in CSV a line goes on while a quote is open, and may end with CR alone. Empty
 * lines are left out, in CSV also those of nothing but separators, as spreadsheets write them below a table. A
 * record beyond the limit, such as one whose quote is never closed, is its first line alone: the next record begins on the
 * line after it. Never holds more than the longest record and the bytes that were read last.
 */
export async function* fileRecords(
  pieces: AsyncIterable<Buffer>,
  from: FilePosition,
  hasQuotes: boolean,
): AsyncGenerator<FileRecord> {
  const splitter = new RecordSplitter(from, hasQuotes)
  for await (const piece of pieces) {
    splitter.add(piece)
    for (let record = splitter.take(false); record !== null; record = splitter.take(false)) yield record
  }
  for (let record = splitter.take(true); record !== null; record = splitter.take(true)) yield record
}

class RecordSplitter {
  readonly #hasQuotes: boolean
  #rest: Buffer = Buffer.alloc(0)
  #position: FilePosition
  /** How much of the rest was searched, and whether a quote is open there. */
  #searched = 0
  #isQuoted = false
  #linesInside = 0
  /** The line of a record that is too long, while its end is looked for. */
  #skippedLine: number | null = null

  constructor(from: FilePosition, hasQuotes: boolean) {
    this.#position = from
    this.#hasQuotes = hasQuotes
  }

  add(piece: Buffer): void {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
  }

  /** The next record, or null if the added text has none; `isLast` if nothing will be added. */
  take(isLast: boolean): FileRecord | null {
    for (;;) {
      const record = this.#skippedLine === null ? this.#search(isLast) : this.#skip(isLast)
      if (record === null || record.bytes === null || !this.#isEmpty(record.bytes)) return record
    }
  }

  #isEmpty(bytes: Buffer): boolean {
    return bytes.length === 0 || (this.#hasQuotes && bytes.every((it) => EMPTY.has(it)))
  }

  #search(isLast: boolean): FileRecord | null {
    const rest = this.#rest
    const limit = Math.min(rest.length, MAX_RECORD + 1)
    let at = this.#searched
    for (; at < limit; at += 1) {
      const byte = rest[at]
      if (byte === QUOTE && this.#hasQuotes) this.#isQuoted = !this.#isQuoted
      if (byte === CARRIAGE_RETURN && this.#hasQuotes && at < MAX_RECORD) {
        // Whether a line feed follows decides.
        if (at + 1 === rest.length && !isLast) break
        if (rest[at + 1] === LINE_FEED) continue
      } else if (byte !== LINE_FEED) continue
      if (!this.#isQuoted) return this.#record(at, at + 1)
      this.#linesInside += 1
    }
    this.#searched = at
    if (rest.length > MAX_RECORD) return this.#tooLong()
    if (!isLast || rest.length === 0) return null
    return this.#isQuoted ? this.#tooLong() : this.#record(rest.length, rest.length)
  }

  #record(end: number, next: number): FileRecord {
    const start = this.#position.byte === 0 && this.#rest.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
    const isCrLf = end > start && this.#rest[end - 1] === CARRIAGE_RETURN
    const bytes = this.#rest.subarray(start, isCrLf ? end - 1 : end)
    const { line } = this.#position
    this.#moveOn(next, this.#linesInside + 1)
    return { line, bytes, next: this.#position }
  }

  /** The record is the line on which it begins. */
  #tooLong(): FileRecord | null {
    this.#skippedLine = this.#position.line
    return this.#skip(false)
  }

  /** Drops bytes up to the end of the line. */
  #skip(isLast: boolean): FileRecord | null {
    const end = this.#lineEnd()
    const isFound = end !== -1
    if (isFound && end + 1 === this.#rest.length && this.#rest[end] === CARRIAGE_RETURN && !isLast) {
      this.#moveOn(end, 0)
      return null
    }
    this.#moveOn(isFound ? end + 1 : this.#rest.length, isFound ? 1 : 0)
    if (!isFound && !isLast) return null
    const line = this.#skippedLine ?? this.#position.line
    this.#skippedLine = null
    return { line, bytes: null, next: this.#position }
  }

  /** Where the next line end has its last byte; -1 if none was added. */
  #lineEnd(): number {
    const feed = this.#rest.indexOf(LINE_FEED)
    const carriage = this.#hasQuotes ? this.#rest.indexOf(CARRIAGE_RETURN) : -1
    return carriage === -1 || (feed !== -1 && feed <= carriage + 1) ? feed : carriage
  }

  #moveOn(bytes: number, lines: number): void {
    this.#rest = this.#rest.subarray(bytes)
    this.#position = { byte: this.#position.byte + bytes, line: this.#position.line + lines }
    this.#searched = 0
    this.#isQuoted = false
    this.#linesInside = 0
  }
}
