import { isUtf8 } from 'node:buffer'
import { Refusal } from '@goodword/contract/frame/refusal'

/** The remedy for a file in another encoding, in the words of the programs that write most of them. */
export const SAVE_AS_UTF_8 =
  'Save it as UTF-8: in Excel choose “CSV UTF-8”, in LibreOffice the character set “Unicode (UTF-8)”, or convert it with iconv.'

/** Passes a file on as long as it is in UTF-8, and throws a Refusal VALIDATION_FAILED at the first byte that is not. */
export async function* inUtf8(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  let isAfterReturn = false
  for await (const chunk of file) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = wholeCharacters(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw notUtf8(line + lineEnds(bytes.subarray(0, firstFault(bytes)), isAfterReturn))
    line += lineEnds(whole, isAfterReturn)
    if (end > 0) isAfterReturn = whole[end - 1] === CARRIAGE_RETURN
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
const CARRIAGE_RETURN = 0x0d
const BOTH = Buffer.from('\r\n')

/** How many lines end in the bytes, by LF, CR LF or CR alone. A CR before them ended its line already. */
function lineEnds(bytes: Buffer, isAfterReturn: boolean): number {
  const ends = count(bytes, LINE_FEED) + count(bytes, CARRIAGE_RETURN) - count(bytes, BOTH)
  return isAfterReturn && bytes[0] === LINE_FEED ? ends - 1 : ends
}

function count(bytes: Buffer, sought: number | Buffer): number {
  let found = 0
  for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + 1)) found += 1
  return found
}

/** Where the line begins that has the first byte of another encoding. */
function firstFault(bytes: Buffer): number {
  let start = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) continue
    if (!isUtf8(bytes.subarray(start, at))) return start
    start = at + 1
  }
  return start
}

function notUtf8(line: number): Refusal {
  const message = `The file is not in UTF-8: line ${line} has a character of another encoding. Nothing of it was imported. ${SAVE_AS_UTF_8}`
  return new Refusal('VALIDATION_FAILED', message, 'body')
}
