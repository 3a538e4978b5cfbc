import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter, identityToRecipient, Stanza } from 'age-encryption'
import { writeNewFile } from '../foundation/new-file.ts'
import { backupIdentity } from '../secrets/backup-identity.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { secretKeyMark } from '../secrets/secret-key-mark.ts'
import { BackupError } from './backup-error.ts'
import type { BackupColumn } from './backup-tables.ts'

/**
 * A backup is lines of JSON, compressed by gzip: a head, then for each table its name and columns, its rows as
 * PostgreSQL writes a row in a text, and their number, and at last the SHA-256 of all lines before. The compressed lines are
 * encrypted in the format of `age`, unless the operator switched that off.
 */
export type BackupHead = {
  readonly goodword: 'backup'
  readonly format: 1
  /** The last migration that had run. */
  readonly schema: string
  readonly postgres: string
  /** Milliseconds since the epoch. Changes acknowledged before are in the backup. */
  readonly takenAt: number
  /** The number as the planner estimates it, for the progress of a restore. */
  readonly estimatedRows: number
  /** Whether the settings of a database do not matter to the text of a row; missing before that was so. */
  readonly rowText?: 'same-everywhere'
  /** Identifies the secret key of the rows. */
  readonly secretKeyMark: string
}

export type BackupLine =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly BackupColumn[] }
  | { readonly kind: 'row'; readonly row: string }
  | { readonly kind: 'end'; readonly rows: number }

/** Writes a backup, readable by this user alone; the file bears its name when all of it is there and on the disk. */
export async function writeBackupFile(
  file: string,
  head: BackupHead,
  lines: AsyncIterable<readonly BackupLine[]>,
  /** Null to leave it unencrypted. */
  key: SecretKey | null,
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const compressed = createGzip({ level: 1 })
    const content = key === null ? compressed : encrypted(compressed, key)
    await Promise.all([pipeline(encoded(head, lines), compressed), writeNewFile(file, content)])
  } catch (error) {
    throw explained(file, 'written', error)
  }
}

async function* encoded(
  head: BackupHead,
  lines: AsyncIterable<readonly BackupLine[]>,
): AsyncGenerator<string> {
  const sum = createHash('sha256')
  const summed = (text: string): string => {
    sum.update(text)
    return text
  }
  yield summed(`${JSON.stringify(head)}\n`)
  for await (const some of lines) yield summed(some.map(encodedLine).join(''))
  yield `${JSON.stringify({ sha256: sum.digest('hex') })}\n`
}

/** A row is a JSON string, everything else an object, so that a row is recognized by its first character. */
function encodedLine(line: BackupLine): string {
  if (line.kind === 'row') return `${JSON.stringify(line.row)}\n`
  return `${JSON.stringify(line)}\n`
}

/** @throws BackupError for a file that is no backup, one of a later form, or one that none of these keys opens */
export async function readBackupHead(file: string, keys: readonly SecretKey[]): Promise<BackupHead> {
  for await (const line of textLines(file, keys)) {
    const head = parsed(file, line)
    if (isHead(head)) return head
    break
  }
  throw new BackupError(`${file} is no backup that this release can read. Name a file that "backup" wrote.`)
}

/**
 * Reads the lines after the head. They may only be kept when the read has come to its end.
 *
 * @throws BackupError at the end of a file that was cut or changed
 */
export async function* readBackupFile(file: string, keys: readonly SecretKey[]): AsyncGenerator<BackupLine> {
  const sum = createHash('sha256')
  let isFirst = true
  let isWhole = false
  for await (const line of textLines(file, keys)) {
    const value = isFirst ? null : parsed(file, line)
    const { sha256 }: { sha256?: unknown } = Object(value)
    if (isWhole || (sha256 !== undefined && sha256 !== sum.copy().digest('hex'))) throw damaged(file)
    isWhole = sha256 !== undefined
    sum.update(`${line}\n`)
    if (typeof value === 'string') yield { kind: 'row', row: value }
    else if (!isFirst && !isWhole) yield value as BackupLine
    isFirst = false
  }
  if (!isWhole) throw damaged(file)
}

async function* textLines(file: string, keys: readonly SecretKey[]): AsyncGenerator<string> {
  const source = Readable.from(openedBackup(file, keys, damaged))
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error))
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of source.pipe(plain)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw explained(file, 'read', error)
  } finally {
    source.destroy()
    plain.destroy()
  }
}

function isHead(value: unknown): value is BackupHead {
  const { goodword, format, schema, estimatedRows, secretKeyMark }: Record<string, unknown> = Object(value)
  return (
    goodword === 'backup' &&
    format === 1 &&
    typeof schema === 'string' &&
    typeof estimatedRows === 'number' &&
    typeof secretKeyMark === 'string'
  )
}

function parsed(file: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged(file)
  }
}

function damaged(file: string): BackupError {
  return new BackupError(
    `${file} is damaged: it was cut off or changed, and nothing of it was kept. Take another one.`,
  )
}

function explained(file: string, done: 'read' | 'written', error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_')) return damaged(file)
  if (code === 'EEXIST')
    return new BackupError(`${file} is there already. Name a file that is not.`, { cause: error })
  if (!(error instanceof Error) || !('syscall' in error)) return error
  return new BackupError(`${file} cannot be ${done} (${code}).`, { cause: error })
}

/** How a file of the format of `age` begins. */
const BEGINNING = Buffer.from('age-encryption.org/v1\n')
/** The stanza of its header with the mark of the secret key, beside the one that has the key of the file. Other programs skip it. */
const MARK_STANZA = 'goodword-secret-key'

/** The library takes streams of the web, which have no common way to be made of an iterable. */
function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

/** Encrypts a backup in the format of `age`, for the identity that follows from a secret key. */
async function* encrypted(content: AsyncIterable<Uint8Array>, key: SecretKey): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient({
    wrapFileKey: () => [new Stanza([MARK_STANZA, secretKeyMark(key)], new Uint8Array())],
  })
  encrypter.addRecipient(await identityToRecipient(backupIdentity(key)))
  yield* await encrypter.encrypt(streamOf(content))
}

/**
 * The bytes of a backup, decrypted by one of these keys if it is encrypted.
 *
 * @throws BackupError for a file of another key, and `damaged` for one that was cut or changed
 */
async function* openedBackup(
  file: string,
  keys: readonly SecretKey[],
  damaged: (file: string) => BackupError,
): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    const source = handle.createReadStream({ start: 0, autoClose: false })
    if (!(await isEncrypted(handle))) {
      yield* source
      return
    }
    const decrypter = new Decrypter()
    for (const key of keys) decrypter.addIdentity(backupIdentity(key))
    decrypter.addIdentity({
      // Asked last, when none of the keys fits.
      unwrapFileKey: (stanzas: readonly Stanza[]) => {
        throw withoutKey(file, keys, stanzas) ?? damaged(file)
      },
    })
    yield* await decrypter.decrypt(streamOf(source))
  } catch (error) {
    // The library's errors about a cut or changed file have no `code`.
    if (error instanceof BackupError || (error instanceof Error && 'code' in error)) throw error
    throw damaged(file)
  } finally {
    await handle.close()
  }
}

async function isEncrypted(handle: FileHandle): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0)
  return buffer.equals(BEGINNING)
}

/** The error that says which key to set; null where one of the given keys should have opened the file. */
function withoutKey(
  file: string,
  keys: readonly SecretKey[],
  stanzas: readonly Stanza[],
): BackupError | null {
  const mark = stanzas.find(({ args }) => args[0] === MARK_STANZA)?.args[1]
  if (mark === undefined) {
    return new BackupError(
      `${file} was encrypted by another program than this one. Decrypt it by "age --decrypt" with the identity that it was encrypted for.`,
    )
  }
  if (keys.some((it) => secretKeyMark(it) === mark)) return null
  return new BackupError(
    `${file} is encrypted under another secret key, with the mark ${mark}; the marks of the keys here are ` +
      `${keys.map(secretKeyMark).join(', ')}. Set SECRET_KEY (or the file secret-key in DATA_DIR) to the key that the backed-up ` +
      'service had. If that service has rotated it since, set SECRET_KEY_PREVIOUS to the key from before, which a rotation keeps ' +
      'in the file secret-key.previous.',
  )
}
