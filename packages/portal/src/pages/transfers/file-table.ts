const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

/** The beginning of a CSV file: its columns and the rows that were looked at, and where its header is, in bytes. */
export type FileTable = {
  readonly separator: Separator
  readonly columns: readonly string[]
  readonly rows: readonly TextRecord[]
  readonly headerStart: number
  readonly headerEnd: number
}

/** How much of a file is looked at: its header, and some rows. */
const LOOKED_AT_BYTES = 64 * 1024
const SEPARATOR_LINE = /^\ufeff?"?sep=([,;\t])"?(?:\r\n|\r|\n)/i

/** Reads the beginning of a file; null where it is no table with a header and a row; the service then names the fault. */
export async function readTable(file: Blob): Promise<FileTable | null> {
  const bytes = await file.slice(0, LOOKED_AT_BYTES).arrayBuffer()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return tableOf(text, file.size <= LOOKED_AT_BYTES)
}

export function tableOf(text: string, isWhole: boolean): FileTable | null {
  const named = SEPARATOR_LINE.exec(text)
  const start = named === null ? (text.startsWith('\ufeff') ? 1 : 0) : named[0].length
  const separator = separators.find((it) => it === named?.[1]) ?? separatorOf(text.slice(start))
  const records = recordsIn(text, start, separator, isWhole)
  const [header, ...rows] = records
  if (header === undefined || rows.length === 0 || header.cells.length < 2) return null
  if (/^\s*(?:[[{<]|PK)/.test(text.slice(start))) return null
  return {
    separator,
    columns: header.cells.map((it) => it.trim()),
    rows,
    headerStart: byteLength(text.slice(0, header.start)),
    headerEnd: byteLength(text.slice(0, header.end)),
  }
}

/** The separator that is most often in the first line, outside of quotes. */
function separatorOf(text: string): Separator {
  const [line = ''] = text.split(/\r|\n/, 1)
  const unquoted = line.split('"').filter((_, index) => index % 2 === 0)
  const count = (sign: Separator) => unquoted.reduce((sum, it) => sum + it.split(sign).length - 1, 0)
  return separators.reduce((best, it) => (count(it) > count(best) ? it : best))
}

/** A record, and where it stands in the text. */
export type TextRecord = { readonly cells: readonly string[]; readonly start: number; readonly end: number }

/** The records that are not empty; one that the text cuts off is left out. */
function recordsIn(text: string, from: number, separator: string, isWhole: boolean): readonly TextRecord[] {
  const found: TextRecord[] = []
  let [start, cells, cell, isQuoted] = [from, [] as string[], '', false]
  const end = (at: number) => {
    const all = [...cells, cell]
    if (all.some((it) => it.trim() !== '')) found.push({ cells: all, start, end: at })
    cells = []
    cell = ''
  }
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      end(at)
      start = at + 1
    } else cell += sign
  }
  if (isWhole) end(text.length)
  return found
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
