import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/**
 * Writes the files of an npm package below `folder`, as npm does: without the outermost folder of their names, and without
 * links. `isWanted` gets the name of each.
 */
export function unpack(tarball, folder, isWanted = () => true) {
  const made = new Set()
  for (const { name, mode, body } of entriesOf(decompress(tarball))) {
    const path = name.split('/').slice(1)
    if (path.includes('..')) throw new Error(`The package has a file outside of its folder: ${name}`)
    if (path.length === 0 || !isWanted(path.join('/'))) continue
    const file = join(folder, ...path)
    const parent = dirname(file)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(file, body, { mode: (mode | 0o666) & 0o777 })
  }
}

// The last four bytes of the format are the size of the content. With one piece of this size nothing is copied.
function decompress(tarball) {
  const size = tarball.readUInt32LE(tarball.length - 4)
  return gunzipSync(tarball, { chunkSize: Math.max(size, 64) })
}

/** The regular files of a tar archive (POSIX ustar and pax, GNU long names). */
function* entriesOf(archive) {
  let longName
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = readHeader(archive.subarray(at, at + BLOCK))
    const end = at + BLOCK + header.size
    if (!(end <= archive.length)) throw new Error('The package ends in the middle of a file.')
    const body = archive.subarray(at + BLOCK, end)
    at += BLOCK + Math.ceil(header.size / BLOCK) * BLOCK
    if (header.type === 'x') longName = pathOf(body) ?? longName
    else if (header.type === 'L') longName = textOf(body)
    else {
      const isFile = header.type === '0' || header.type === ''
      if (isFile) yield { name: longName ?? header.name, mode: header.mode, body }
      // One for all files that follow ("g") says nothing of their names.
      if (header.type !== 'g') longName = undefined
    }
  }
}

function readHeader(block) {
  const text = (from, length) => textOf(block.subarray(from, from + length))
  const octal = (from, length) => Number.parseInt(text(from, length).trim(), 8)
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  return { name, mode: octal(100, 8), size: octal(124, 12), type: text(156, 1) }
}

function textOf(bytes) {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}

/** The path in extended fields, each of which is `<its length> <key>=<value>` and a line feed. */
function pathOf(fields) {
  for (let at = 0; at < fields.length; ) {
    const length = Number.parseInt(fields.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) return undefined
    const field = fields.toString('utf8', fields.indexOf(' ', at) + 1, at + length - 1)
    if (field.startsWith('path=')) return field.slice('path='.length)
    at += length
  }
  return undefined
}
