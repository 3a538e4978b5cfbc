import { isUtf8 } from 'node:buffer'
import { Refusal } from '@goodword/contract/refusal'

/** What to do about a file in another encoding, in the words of the programs that write most of them. */
export const SAVE_AS_UTF_8 =
  'Save it as UTF-8: in Excel choose “CSV UTF-8”, in LibreOffice the character set “Unicode (UTF-8)”, or convert it with iconv.'

/** Passes a file on as long as it is in UTF-8, and throws a Refusal VALIDATION_FAILED at the first byte that is not. */
export async function* inUtf8(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  for await (const chunk of file) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = wholeCharacters(bytes)
    if (!isUtf8(bytes.subarray(0, end))) throw notUtf8(line + linesBefore(bytes))
    line += count(bytes.subarray(0, end))
    rest = Buffer.from(bytes.subarray(end))
    yield chunk
  }
  if (rest.length > 0) throw notUtf8(line)
}

/** Where the last character that may go on in the next chunk begins; the end if it is whole. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const LINE_FEED = 0x0a

/** How many lines end before the first that is not in UTF-8. */
function linesBefore(bytes: Buffer): number {
  let lines = 0
  for (let start = 0; start < bytes.length; lines += 1) {
    const end = bytes.indexOf(LINE_FEED, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return lines
    start = end + 1
  }
  return lines
}

function count(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines
}

function notUtf8(line: number): Refusal {
  const message = `The file is not in UTF-8: line ${line} has a character of another encoding. Nothing of it was imported. ${SAVE_AS_UTF_8}`
  return new Refusal('VALIDATION_FAILED', message, 'body')
}
